package org.latentfeature.step;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;

/**
 * An atom search on rows that are read again at every call, block by block. Of a row it keeps the
 * bits of candidates and nothing else: the residual of a block is computed anew from its codes, and
 * so are its unit vectors, from the sums of all others.
 */
final class AtomSearchInBlocks implements AtomSearch {

  private final Parts<AtomSearch> parts;
  private final CodesInParts codes;
  private final BlockVectors vectors;
  private final BlockCandidates candidates;
  private Dense v = new Dense(0, 0);
  private double squaredNorm = Double.NaN;

  /** A search that is opened on {@code parts}; {@code codes} become its own. */
  AtomSearchInBlocks(Parts<AtomSearch> parts, CodesInParts codes) {
    this.parts = parts;
    this.codes = codes;
    vectors = new BlockVectors(this);
    candidates = new BlockCandidates(this, vectors);
  }

  /** An action on one block. */
  @FunctionalInterface
  interface Visit {
    /** Acts on the block by {@code search}, which has its residual. */
    void of(int part, AtomSearch search);
  }

  /** One reading of all blocks, in order. */
  void walk(Visit visit) {
    squaredNorm =
        parts.pass(
            0.0,
            (part, search, sum) -> {
              search.residual(codes.part(part), v);
              visit.of(part, search);
              return sum + search.squaredNorm();
            });
  }

  PartLayout layout() {
    return parts.layout();
  }

  @Override
  public int rows() {
    return layout().rows();
  }

  /** The rows are read once something is asked about it. */
  @Override
  public void residual(Incidence z, Dense dictionary) {
    codes.replace((CodesInParts) z);
    v = dictionary.copy();
    squaredNorm = Double.NaN;
    candidates.forget();
  }

  @Override
  public double squaredNorm() {
    if (Double.isNaN(squaredNorm)) {
      walk((part, search) -> {});
    }
    return squaredNorm;
  }

  /** Rounds on the same reading as each sweep, since any may be the last. */
  @Override
  public Sweeps sweep(int rank, double tolerance, int maxSweeps, long seed, Rounding rounding) {
    vectors.start(rank, CounterRandom.stream(seed, VECTORS));
    return Sweeps.until(
        tolerance,
        maxSweeps,
        number -> {
          long order = CounterRandom.stream(seed, ORDER + number);
          return candidates.rounding(rounding, visit -> vectors.sweep(order, visit));
        });
  }

  @Override
  public UnitVectors vectors() {
    return vectors;
  }

  @Override
  public Dense powerStep(Dense sums) {
    Dense[] all = new Dense[1];
    walk(
        (part, search) -> {
          Dense own = search.powerStep(sums);
          all[0] = part == 0 ? own : all[0].plus(own);
        });
    return all[0];
  }

  @Override
  public Candidates candidates() {
    return candidates;
  }

  @Override
  public void close() {
    codes.close();
    parts.close();
  }

  /** {@code some} less {@code others}. */
  static Dense minus(Dense some, Dense others) {
    Dense difference = new Dense(some.rows(), some.cols());
    Arrays.setAll(difference.values(), i -> some.values()[i] - others.values()[i]);
    return difference;
  }
}
