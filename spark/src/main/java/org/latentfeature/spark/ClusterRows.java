package org.latentfeature.spark;

import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.AtomSearchInRounds;
import org.latentfeature.step.Counters;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Moments;
import org.latentfeature.step.Resident;
import org.latentfeature.step.ResidentRows;

/** Rows in partitions as an outer loop sees them: every step on them takes rounds. */
final class ClusterRows implements ResidentRows {

  private static final Map<Class<?>, BiFunction<ClusterRounds, StopSignal, Resident>> STEPS =
      Map.of(
          Incidence.Limits.class,
          (rounds, stop) -> new ClusterCodes(rounds.rows()),
          Factorisation.Limits.class,
          ClusterFactorisation::new,
          Moments.Limits.class,
          ClusterMoments::new,
          AtomSearch.Limits.class,
          (rounds, stop) -> new AtomSearchInRounds(new ClusterResidual(rounds, stop)));

  private final ClusterRounds rounds;
  private final ClusterData data;

  ClusterRows(ClusterRounds rounds, ClusterData data) {
    this.rounds = rounds;
    this.data = data;
  }

  /** Returns whether there are steps with these limits over rows of {@code cols} columns. */
  static boolean offers(Limits<?> limits, int cols) {
    return STEPS.containsKey(limits.getClass())
        && !(limits instanceof Moments.Limits && cols > ClusterMoments.MOST_COLUMNS);
  }

  @Override
  public long first() {
    return 0;
  }

  @Override
  public int rows() {
    return data.rows();
  }

  @Override
  public int cols() {
    return data.cols();
  }

  @Override
  @SuppressWarnings("unchecked") // The table has for limits what they open.
  public <R extends Resident> R open(Limits<R> limits, StopSignal stop) {
    if (!offers(limits, cols())) {
      throw new UnsupportedOperationException(
          "%s is not supported on rows in partitions".formatted(limits));
    }
    return (R) Objects.requireNonNull(STEPS.get(limits.getClass())).apply(rounds, stop);
  }

  @Override
  public Matrix copy(int[] some) {
    Rows found = data.selectRows(some);
    return found instanceof SparseRows sparse ? sparse.toDense() : found.matrix();
  }

  /** Executors count for themselves. */
  @Override
  public Counters counters() {
    return new Counters(0, 0, Map.of());
  }

  @Override
  public void close() {
    // The rows are the dataset's.
  }
}
