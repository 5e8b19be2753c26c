package org.latentfeature.bench.precision;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.linalg.Dense;
import org.latentfeature.random.CounterRandom;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Candidates;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.UnitVectors;

/**
 * Today's search, and after searches number 1, 2, 4, 8 … of a fit the others on the same residual
 * with the same seeds.
 */
final class ComparedSearch implements AtomSearch {

  private static final long OTHER_SEED = 0x07e5;

  private final EmulatedSearch today;
  private final Map<SearchVariant, EmulatedSearch> others;
  private final Map<SearchVariant, VariantResults> results;
  private Runnable handOver = () -> {};
  private int searches;
  private @Nullable Asked asked;

  /** A search that is to be done by the others, too. */
  private record Asked(
      int rank, double tolerance, int most, long seed, Rounding rounding, Sweeps sweeps) {}

  /**
   * A search by {@code today}, which is closed with it.
   *
   * @param others on the same rows
   * @param results where comparisons go, those of today's search included
   */
  ComparedSearch(
      EmulatedSearch today,
      Map<SearchVariant, EmulatedSearch> others,
      Map<SearchVariant, VariantResults> results) {
    this.today = today;
    this.others = others;
    this.results = results;
  }

  @Override
  public int rows() {
    return today.rows();
  }

  @Override
  public void residual(Incidence z, Dense v) {
    today.residual(z, v);
    BinaryMatrix codes = z.toMatrix();
    Dense dictionary = v.copy();
    handOver = () -> others.values().forEach(other -> other.residualIs(codes, dictionary));
  }

  @Override
  public Sweeps sweep(int rank, double tolerance, int maxSweeps, long seed, Rounding rounding) {
    Sweeps sweeps = today.sweep(rank, tolerance, maxSweeps, seed, rounding);
    searches++;
    asked =
        Integer.bitCount(searches) == 1
            ? new Asked(rank, tolerance, maxSweeps, seed, rounding, sweeps)
            : null;
    return sweeps;
  }

  @Override
  public List<ScoredAtom> choose(int count, int passes) {
    List<ScoredAtom> atoms = today.choose(count, passes);
    Asked same = asked;
    if (same != null && !atoms.isEmpty()) {
      double bound = today.value();
      double score = atoms.get(0).score();
      add(SearchVariant.TODAY, same.sweeps, 1, 1);
      handOver.run();
      others.forEach(
          (variant, other) -> {
            long own =
                variant.otherSeed() ? CounterRandom.stream(same.seed, OTHER_SEED) : same.seed;
            Sweeps sweeps = other.sweep(same.rank, same.tolerance, same.most, own, same.rounding);
            List<ScoredAtom> found = other.choose(count, passes);
            double best = found.isEmpty() ? 0 : found.get(0).score();
            add(variant, sweeps, other.value() / bound, best / score);
          });
    }
    asked = null;
    return atoms;
  }

  private void add(SearchVariant variant, Sweeps sweeps, double bound, double score) {
    VariantResults of = results.computeIfAbsent(variant, any -> new VariantResults());
    List<Double> objectives = sweeps.objectives();
    of.sweeps.add(objectives.size());
    of.bound.add(bound);
    of.score.add(score);
    for (int i = 1; i < objectives.size(); i++) {
      of.fall = Math.max(of.fall, 1 - objectives.get(i) / objectives.get(i - 1));
    }
  }

  @Override
  public double squaredNorm() {
    return today.squaredNorm();
  }

  @Override
  public Dense products(Incidence z) {
    return today.products(z);
  }

  @Override
  public UnitVectors vectors() {
    return today.vectors();
  }

  @Override
  public Dense powerStep(Dense sums) {
    return today.powerStep(sums);
  }

  @Override
  public Candidates candidates() {
    return today.candidates();
  }

  @Override
  public void close() {
    today.close();
  }
}
