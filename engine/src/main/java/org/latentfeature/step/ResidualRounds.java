package org.latentfeature.step;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BitVector;

/**
 * The residual A of rows that many machines hold. Each call goes to all of them at once, from the
 * same message, and their answers are added: a round. They keep nothing from one round to the next
 * that they cannot compute again, so that it does not matter who answers.
 */
public interface ResidualRounds extends AutoCloseable {

  /** Number of rows, N. */
  int rows();

  /** Number of columns, D. */
  int cols();

  /** The residual of all rounds from now on: A = X − Z V. Z may change afterwards. */
  void residual(Incidence z, Dense v);

  /**
   * A round of {@link AtomSearch#powerStep}.
   *
   * @param sums S, r×D
   */
  PowerStep powerStep(Dense sums);

  /**
   * A round of {@link Candidates#near}.
   *
   * @param directions v, one a row
   * @param withAtoms whether the atoms themselves come back, N bits each
   */
  Near near(Dense directions, boolean withAtoms);

  /** A round: Aᵀz of each of {@code atoms}, q×D. */
  Dense sums(List<BitVector> atoms);

  @Override
  void close();

  /**
   * The sums of a power step, in which all unit vectors move at once.
   *
   * @param sums Σ u_i a_iᵀ, r×D
   * @param total Σ a_i, 1×D
   * @param squaredNorm ‖A‖²
   */
  record PowerStep(Dense sums, Dense total, double squaredNorm) {

    /** Takes the power step of the rows of {@code search}, which has their residual. */
    public static PowerStep of(AtomSearch search, Dense sums) {
      Dense powerStep = search.powerStep(sums);
      return new PowerStep(
          powerStep, search.sums(List.of(BitVector.ones(search.rows()))), search.squaredNorm());
    }

    /** Returns the sums over these and other rows. */
    public PowerStep plus(PowerStep other) {
      return new PowerStep(
          sums.plus(other.sums), total.plus(other.total), squaredNorm + other.squaredNorm);
    }
  }

  /**
   * Atoms of the rows that lie near to directions.
   *
   * @param sums Aᵀz of each, q×D
   * @param hashes of each; equal only of equal atoms, and 0 of the empty one
   * @param atoms the atoms, if they were asked for; otherwise none
   */
  record Near(Dense sums, List<Long> hashes, List<BitVector> atoms) {

    /**
     * Finds the candidates near {@code directions} among the rows of {@code search}, which has
     * their residual.
     *
     * @param part number of these rows among those of all machines, which hashes depend on
     */
    public static Near of(AtomSearch search, Dense directions, boolean withAtoms, int part) {
      Candidates candidates = search.candidates();
      candidates.near(directions);
      candidates.sum();
      return new Near(
          candidates.sums(),
          LongStream.of(AtomRanking.ofPart(candidates.hashes(), part)).boxed().toList(),
          withAtoms ? candidates.atoms() : List.of());
    }

    /** Returns the candidates of these rows and of the rows that follow. */
    public Near plus(Near later) {
      return new Near(
          sums.plus(later.sums),
          IntStream.range(0, hashes.size())
              .mapToObj(c -> hashes.get(c) ^ later.hashes.get(c))
              .toList(),
          atoms.isEmpty() ? atoms : PartLayout.join(List.of(atoms, later.atoms)));
    }
  }
}
