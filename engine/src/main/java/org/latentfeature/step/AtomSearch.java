package org.latentfeature.step;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BitVector;

/**
 * The greedy step of the lasso: find z in {0,1}^N with large ‖Aᵀz‖², A = X − Z V the residual of an
 * incidence matrix (Yen et al. 2017, section 4). With y = 2z − 1, a dummy y_0 = 1 and b_0 = ½Aᵀ1,
 * b_i = ½a_i this is max yᵀBBᵀy over signs y, whose SDP relaxation is solved in factored form by
 * the mixing method (Wang &amp; Kolter 2016; docs/lasso.md, section 2).
 *
 * <p>Entries of X that are NaN are missing: A is 0 there.
 */
public interface AtomSearch extends Resident {

  /** Stream of the starting vectors. */
  long VECTORS = 1;

  /** Stream of the order of rows in the first sweep; those of later ones follow. */
  long ORDER = 2;

  /**
   * Limits of the search.
   *
   * @param columns maximum columns of a Z whose residual is searched, at least 1
   * @param rank maximum entries r of the SDP's unit vectors, 8 to 20 works well
   * @param candidates maximum candidate atoms rounded and polished at once
   * @param hyperplanes maximum random hyperplanes rounded at once
   */
  record Limits(int columns, int rank, int candidates, int hyperplanes)
      implements org.latentfeature.step.Limits<AtomSearch> {

    /** Checks the ranges. */
    public Limits {
      Guard.require(
          columns >= 1 && rank >= 1 && candidates >= 1 && hyperplanes >= 1,
          "limits must be at least 1: columns %d, rank %d, candidates %d, hyperplanes %d",
          columns,
          rank,
          candidates,
          hyperplanes);
    }

    @Override
    public AtomSearch checked(AtomSearch opened, Guard guard) {
      return new CheckedAtomSearch(opened, this, guard);
    }

    @Override
    public AtomSearch inParts(
        Parts<AtomSearch> parts, ResidentRows rows, Algebra algebra, StopSignal stop) {
      return parts.isReopened()
          ? new AtomSearchInBlocks(
              parts, (CodesInParts) rows.open(new Incidence.Limits(columns), stop))
          : new AtomSearchInParts(parts);
    }
  }

  /**
   * A flip counts if it gains more than this share of an atom's score: a lower limit would follow
   * rounding errors. One flip among N rows gains about 1/N, so that the share must fall with N.
   */
  static double smallestGain(int rows) {
    return Math.min(1e-6, 1e-2 / rows);
  }

  /** Number of rows of X, N. */
  int rows();

  /** Takes the residual A = X − Z V for {@code v} (K×D); call it first. Z may change afterwards. */
  void residual(Incidence z, Dense v);

  /** ‖A‖², the squared Frobenius norm, summed in double precision. */
  double squaredNorm();

  /** ZᵀA for the residual A of the last {@link #residual}, K×D: a sum. */
  default Dense products(Incidence z) {
    return sums(z.toMatrix().columns());
  }

  /** The unit vectors of the relaxation, of the last {@link #sweep}. */
  UnitVectors vectors();

  /**
   * A step of the generalised power method, all unit vectors at once, as a sum: Σ u_i a_iᵀ (r×D)
   * for u_i = S a_i/‖S a_i‖. ‖AᵀV‖² is convex in V, and if S = VᵀA the u_i maximise its linear
   * bound at V: it never falls (Journée et al. 2010). Any S serves, and nothing is kept; the {@link
   * #vectors} are undefined until they start again. Where S a_i is 0, so is u_i.
   *
   * @param sums S, r×D, r at most that of the limits
   */
  Dense powerStep(Dense sums);

  /** The candidate atoms of the current residual. */
  Candidates candidates();

  /**
   * The result of sweeps.
   *
   * @param objectives ‖BᵀV‖² after each sweep, never falling except by rounding; the last one is,
   *     within the tolerance, the SDP's value, which is at least max ‖Aᵀz‖²
   */
  record Sweeps(List<Double> objectives) {

    /** Keeps an unmodifiable copy. */
    public Sweeps {
      objectives = List.copyOf(objectives);
    }

    /** Sweeps, which return their objectives, until one gains less than a share of it. */
    static Sweeps until(double tolerance, int most, IntToDoubleFunction sweep) {
      List<Double> objectives = new ArrayList<>();
      double last = 0;
      for (int number = 0; number < most; number++) {
        double objective = sweep.applyAsDouble(number);
        objectives.add(objective);
        if (objective - last <= tolerance * objective) {
          break;
        }
        last = objective;
      }
      return new Sweeps(objectives);
    }

    /** The last objective. */
    public double value() {
      return objectives.get(objectives.size() - 1);
    }
  }

  /**
   * A candidate atom.
   *
   * @param z the atom
   * @param score ‖Aᵀz‖², in double precision
   */
  record ScoredAtom(BitVector z, double score) {}

  /**
   * Mixing-method sweeps on the current residual, from random unit vectors.
   *
   * @param rank r, at most that of the limits
   * @param tolerance stop when a sweep raises the objective by less than this share
   * @param maxSweeps maximum number of sweeps
   * @param seed of the starting vectors and of the order of rows
   */
  default Sweeps sweep(int rank, double tolerance, int maxSweeps, long seed) {
    UnitVectors vectors = vectors();
    vectors.start(rank, CounterRandom.stream(seed, VECTORS));
    return Sweeps.until(
        tolerance, maxSweeps, number -> vectors.sweep(CounterRandom.stream(seed, ORDER + number)));
  }

  /**
   * A rounding of unit vectors by random hyperplanes.
   *
   * @param hyperplanes number of roundings tried
   * @param seed of the hyperplanes
   */
  record Rounding(int hyperplanes, long seed) {}

  /**
   * Sweeps like {@link #sweep(int, double, int, long)}, then rounds the vectors, for {@link
   * #choose}. On rows that are read again for every call this is one reading less.
   *
   * @param rank r, at most that of the limits
   * @param tolerance stop when a sweep raises the objective by less than this share
   * @param maxSweeps maximum number of sweeps
   * @param seed of the starting vectors and of the order of rows
   */
  default Sweeps sweep(int rank, double tolerance, int maxSweeps, long seed, Rounding rounding) {
    Sweeps sweeps = sweep(rank, tolerance, maxSweeps, seed);
    round(rounding);
    return sweeps;
  }

  private void round(Rounding how) {
    Candidates candidates = candidates();
    candidates.round(how.hyperplanes(), how.seed());
    candidates.sum();
  }

  /**
   * Rounds the unit vectors of the last {@link #sweep} by random hyperplanes, and polishes the best
   * distinct ones.
   *
   * @param hyperplanes number of roundings tried
   * @param count most atoms returned, q
   * @param passes maximum passes of single flips over the rows
   * @param seed of the hyperplanes
   * @return at most q distinct, non-zero atoms, best first
   */
  default List<ScoredAtom> round(int hyperplanes, int count, int passes, long seed) {
    round(new Rounding(hyperplanes, seed));
    return choose(count, passes);
  }

  /**
   * Polishes the best distinct atoms of the last rounding.
   *
   * @param count most atoms returned, q
   * @param passes maximum passes of single flips over the rows
   * @return at most q distinct, non-zero atoms, best first
   */
  default List<ScoredAtom> choose(int count, int passes) {
    Candidates candidates = candidates();
    int[] best = AtomRanking.distinct(candidates.scores(), candidates.hashes(), count);
    candidates.choose(best);
    return polished(best.length, passes);
  }

  /**
   * Improves each of {@code atoms} by single flips, until none raises its score by {@link
   * #smallestGain} or {@code passes} passes over the rows are done.
   *
   * @return the distinct non-zero results, best first
   */
  default List<ScoredAtom> polish(List<BitVector> atoms, int passes) {
    candidates().take(atoms);
    return polished(atoms.size(), passes);
  }

  /**
   * Aᵀz of each of {@code atoms}, q×D. Of those that were found last on rows that are read again
   * for every call it is known.
   */
  default Dense sums(List<BitVector> atoms) {
    Candidates candidates = candidates();
    candidates.take(atoms);
    candidates.sum();
    return candidates.sums();
  }

  private List<ScoredAtom> polished(int count, int passes) {
    if (count == 0) {
      return List.of();
    }
    Candidates candidates = candidates();
    candidates.sum();
    int[] moving = IntStream.range(0, count).toArray();
    for (int pass = 0; pass < passes && moving.length > 0; pass++) {
      int[] before = moving;
      int[] flips = candidates.flip(smallestGain(rows()), before);
      moving =
          IntStream.range(0, flips.length).filter(i -> flips[i] > 0).map(i -> before[i]).toArray();
    }
    candidates.sum();
    double[] scores = candidates.scores();
    List<BitVector> atoms = candidates.atoms();
    List<ScoredAtom> scored = new ArrayList<>(count);
    for (int c = 0; c < count; c++) {
      scored.add(new ScoredAtom(atoms.get(c), scores[c]));
    }
    return AtomRanking.best(scored, count);
  }
}
