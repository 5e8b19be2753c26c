package org.latentfeature.spark;

import java.util.Arrays;
import org.latentfeature.step.coding.BitDraws;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.RowCoding;

/** Codes and rows in partitions: sums come to the driver, and so do codes that change. */
final class ClusterFactorisation implements Factorisation {

  private final ClusterRounds rounds;
  private final StopSignal stop;

  ClusterFactorisation(ClusterRounds rounds, StopSignal stop) {
    this.rounds = rounds;
    this.stop = stop;
  }

  @Override
  public Products products(Incidence z, int from) {
    return products(rounds, (ClusterCodes) z, from, stop);
  }

  static Products products(ClusterRounds rounds, ClusterCodes z, int from, StopSignal stop) {
    int k = z.columns();
    int cols = rounds.rows().cols();
    RoundAnswer answer =
        rounds.ask(
            "sums of %d features".formatted(k - from),
            z,
            stop,
            block -> {
              Incidence codes = block.codes();
              Products own = block.open(new Limits(k)).products(codes, from);
              double[] both = Arrays.copyOf(own.gram().values(), (k - from) * (k + cols));
              System.arraycopy(own.cross().values(), 0, both, (k - from) * k, (k - from) * cols);
              return RoundAnswer.of(both);
            });
    return new Products(answer.sums(0, k - from, k), answer.sums((k - from) * k, k - from, cols));
  }

  @Override
  public double squaredError(Incidence z, Dense w) {
    double[] dictionary = w.values();
    int k = w.rows();
    return rounds.ask(
            "squared error",
            (ClusterCodes) z,
            stop,
            block -> {
              Incidence codes = block.codes();
              return RoundAnswer.of(
                  block
                      .open(new Limits(Math.max(1, k)))
                      .squaredError(codes, dictionary(k, block, dictionary)));
            })
        .sums()[0];
  }

  private static Dense dictionary(int k, BlockWork.Block block, double[] w) {
    return k == 0 ? new Dense(0, block.cols()) : Dense.wrap(k, block.cols(), w);
  }

  @Override
  public long refine(Incidence z, Dense w, int exactColumns) {
    double[] dictionary = w.values();
    int k = w.rows();
    RoundAnswer answer =
        rounds.ask(
            "codes for %d features".formatted(k),
            (ClusterCodes) z,
            stop,
            block -> {
              Incidence codes = block.codes();
              long changed =
                  block
                      .open(new Limits(k))
                      .refine(codes, dictionary(k, block, dictionary), exactColumns);
              return RoundAnswer.of((double) changed).with(codes.toMatrix());
            });
    z.replace(answer.codes());
    return Math.round(answer.sums()[0]);
  }

  @Override
  public long encode(Incidence z, Dense w, RowCoding how) {
    double[] dictionary = w.values();
    int k = w.rows();
    RoundAnswer answer =
        rounds.ask(
            "codes for %d features".formatted(k),
            (ClusterCodes) z,
            stop,
            block -> {
              Incidence codes = block.open(new Incidence.Limits(k));
              long proven =
                  block.open(new Limits(k)).encode(codes, dictionary(k, block, dictionary), how);
              return RoundAnswer.of((double) proven).with(codes.toMatrix());
            });
    z.replace(answer.codes());
    return Math.round(answer.sums()[0]);
  }

  @Override
  public double[] rowErrors(Incidence z, Dense w) {
    double[] dictionary = w.values();
    int k = w.rows();
    return rounds
        .ask(
            "errors of rows",
            (ClusterCodes) z,
            stop,
            block -> {
              Incidence codes = block.codes();
              return RoundAnswer.of()
                  .with(
                      block
                          .open(new Limits(Math.max(1, k)))
                          .rowErrors(codes, dictionary(k, block, dictionary)));
            })
        .numbers();
  }

  /** Not offered: no entry is missing. */
  @Override
  public Dense columnGrams(Incidence z, int[] columns) {
    throw new UnsupportedOperationException("rows in partitions have no missing entries");
  }

  /** Not offered: samplers run on one machine. */
  @Override
  public long draw(Incidence z, Dense w, BitDraws how) {
    throw new UnsupportedOperationException("codes of rows in partitions are not sampled");
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
