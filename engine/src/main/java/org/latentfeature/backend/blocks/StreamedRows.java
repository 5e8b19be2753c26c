package org.latentfeature.backend.blocks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MissingEntries;
import org.latentfeature.data.Pass;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.step.Counters;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Limits;
import org.latentfeature.step.PartLayout;
import org.latentfeature.step.Parts;
import org.latentfeature.step.Resident;
import org.latentfeature.step.ResidentRows;

/**
 * Rows that stay in their file, or in the memory of a host whose device is smaller: each call of a
 * step is one pass over them, on which the step is opened on block after block.
 */
public final class StreamedRows implements ResidentRows {

  private final Rows rows;
  private final long first;
  private final Supplier<Walk> walks;
  private final IntFunction<Rows> single;
  private final Loading loading;
  private final Algebra algebra;
  private final PartLayout layout;
  private final BlockWindow window = new BlockWindow();

  /** Loads a block. */
  @FunctionalInterface
  public interface Loading {
    /**
     * Loads {@code block}, a {@link Matrix} or {@link SparseRows}, whose first row is number {@code
     * first}.
     */
    ResidentRows load(Rows block, long first);
  }

  /** One pass over the blocks, in their order. */
  private interface Walk extends AutoCloseable {
    Rows next(int part);

    /** A walk over memory holds nothing. */
    @Override
    default void close() {}
  }

  private StreamedRows(
      Rows rows,
      long first,
      PartLayout layout,
      Supplier<Walk> walks,
      IntFunction<Rows> single,
      Algebra algebra,
      Loading loading) {
    this.rows = rows;
    this.first = first;
    this.layout = layout;
    this.walks = walks;
    this.single = single;
    this.algebra = algebra;
    this.loading = loading;
  }

  /** The rows of {@code rows}, whose blocks {@code loading} loads. */
  public static StreamedRows of(FileRows rows, Algebra algebra, Loading loading) {
    rows.facts().requireKnownRows();
    PartLayout layout = PartLayout.ofSize(rows.rows(), rows.blockRows());
    return new StreamedRows(
        rows, 0, layout, () -> walk(rows.pass()), rows::block, algebra, loading);
  }

  private static Walk walk(Pass pass) {
    return new Walk() {
      @Override
      public Rows next(int part) {
        return pass.next();
      }

      @Override
      public void close() {
        pass.close();
      }
    };
  }

  /**
   * Streams {@code x}, which is in host memory and whose first row is number {@code first}, in
   * blocks of {@code blockRows} rows.
   */
  public static StreamedRows of(
      Matrix x, long first, int blockRows, Algebra algebra, Loading loading) {
    MissingEntries.of(x); // of which every view then knows whether it has any
    PartLayout layout = PartLayout.ofSize(x.rows(), blockRows);
    IntFunction<Rows> block = part -> x.view(layout.first(part), layout.rows(part));
    return new StreamedRows(x, first, layout, () -> block::apply, block, algebra, loading);
  }

  /** One block after another, each loaded while work is done there. */
  private final class InTurn implements Parts.Schedule {

    @Override
    public <T> List<T> all(int parts, Work<T> work) {
      List<T> results = new ArrayList<>(parts);
      try (Walk walk = walks.get()) {
        for (int part = 0; part < parts; part++) {
          enter(walk.next(part), part);
          results.add(work.of(part));
        }
      } finally {
        window.leave();
      }
      return results;
    }

    @Override
    public <T> List<T> inOrder(int parts, Work<T> work) {
      return all(parts, work);
    }

    @Override
    public <T> T one(int part, Work<T> work) {
      try {
        enter(single.apply(part), part);
        return work.of(part);
      } finally {
        window.leave();
      }
    }
  }

  /** The device holds one block: the last one makes room first. */
  private void enter(Rows block, int part) {
    window.leave();
    window.enter(loading.load(block, first + layout.first(part)));
  }

  @Override
  public long first() {
    return first;
  }

  @Override
  public int rows() {
    return rows.rows();
  }

  @Override
  public int cols() {
    return rows.cols();
  }

  @Override
  @SuppressWarnings("unchecked") // Limits of codes open codes.
  public <R extends Resident> R open(Limits<R> limits, StopSignal stop) {
    if (limits instanceof Incidence.Limits codes) {
      return (R) new StreamedCodes(window, layout, codes, stop);
    }
    Object owner = new Object();
    Parts<R> parts =
        new Parts<>(
            part -> window.opened(owner, block -> block.open(limits, stop), () -> {}),
            layout,
            new InTurn(),
            () -> {});
    return limits.inParts(parts, this, algebra, stop);
  }

  @Override
  public Matrix copy(int[] some) {
    Rows kept = rows.selectRows(some);
    return kept instanceof SparseRows sparse ? sparse.toDense() : kept.matrix();
  }

  @Override
  public Counters counters() {
    return window.counters();
  }

  @Override
  public void close() {
    window.leave();
  }
}
