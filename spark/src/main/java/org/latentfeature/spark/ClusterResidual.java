package org.latentfeature.spark;

import java.util.Arrays;
import java.util.List;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.ResidualRounds;

/** The residual of rows in partitions, which each round computes anew, block by block. */
final class ClusterResidual implements ResidualRounds {

  private final ClusterRounds rounds;
  private final StopSignal stop;
  private final ClusterCodes z;
  private Dense v = new Dense(0, 0);

  ClusterResidual(ClusterRounds rounds, StopSignal stop) {
    this.rounds = rounds;
    this.stop = stop;
    z = new ClusterCodes(rounds.rows());
  }

  @Override
  public int rows() {
    return rounds.rows().rows();
  }

  @Override
  public int cols() {
    return rounds.rows().cols();
  }

  @Override
  public void residual(Incidence codes, Dense dictionary) {
    z.replace(codes.toMatrix());
    v = dictionary.copy();
  }

  /** A search on a block that has its residual. */
  private static AtomSearch open(BlockWork.Block block, double[] v, int rank, int candidates) {
    Incidence codes = block.codes();
    AtomSearch search =
        block.open(
            new AtomSearch.Limits(Math.max(1, codes.columns()), rank, candidates, candidates));
    int k = codes.columns();
    search.residual(codes, k == 0 ? new Dense(0, block.cols()) : Dense.wrap(k, v.length / k, v));
    return search;
  }

  @Override
  public PowerStep powerStep(Dense sums) {
    double[] dictionary = v.values();
    double[] s = sums.values();
    int rank = sums.rows();
    int cols = sums.cols();
    RoundAnswer answer =
        rounds.ask(
            "unit vectors of %d entries".formatted(rank),
            z,
            stop,
            block -> {
              AtomSearch search = open(block, dictionary, rank, 1);
              PowerStep own = PowerStep.of(search, Dense.wrap(rank, cols, s));
              return RoundAnswer.of(
                  joined(
                      own.sums().values(), own.total().values(), new double[] {own.squaredNorm()}));
            });
    return new PowerStep(
        answer.sums(0, rank, cols),
        answer.sums(rank * cols, 1, cols),
        answer.sums()[(rank + 1) * cols]);
  }

  private static double[] joined(double[]... parts) {
    return Arrays.stream(parts).flatMapToDouble(Arrays::stream).toArray();
  }

  @Override
  public Near near(Dense directions, boolean withAtoms) {
    double[] dictionary = v.values();
    double[] d = directions.values();
    int count = directions.rows();
    int cols = directions.cols();
    RoundAnswer answer =
        rounds.ask(
            (withAtoms ? "%d atoms" : "sums of %d atoms").formatted(count),
            z,
            stop,
            block -> {
              AtomSearch search = open(block, dictionary, 1, count);
              Near own = Near.of(search, Dense.wrap(count, cols, d), withAtoms, block.first());
              RoundAnswer sums =
                  RoundAnswer.of(
                      own.sums().values(), own.hashes().stream().mapToLong(h -> h).toArray());
              return withAtoms
                  ? sums.with(BinaryMatrix.ofColumns(block.rows(), own.atoms()))
                  : sums;
            });
    return new Near(
        answer.sums(0, count, cols),
        Arrays.stream(answer.hashes()).boxed().toList(),
        withAtoms ? answer.codes().columns() : List.of());
  }

  /** Xᵀz − VᵀZᵀz, from X, since atoms that are given have to be sent, as codes are. */
  @Override
  public Dense sums(List<BitVector> atoms) {
    try (ClusterCodes given = new ClusterCodes(rounds.rows())) {
      given.replace(BinaryMatrix.ofColumns(rows(), atoms));
      Dense sums = ClusterFactorisation.products(rounds, given, 0, stop).cross();
      List<BitVector> own = z.toMatrix().columns();
      for (int i = 0; i < atoms.size(); i++) {
        for (int k = 0; k < own.size(); k++) {
          Dense.addScaled(
              sums.values(),
              i * cols(),
              v.values(),
              k * cols(),
              cols(),
              -atoms.get(i).dot(own.get(k)));
        }
      }
      return sums;
    }
  }

  @Override
  public void close() {
    z.close();
  }
}
