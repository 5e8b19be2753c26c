package org.latentfeature.backend.blocks;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Pass;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.Counters;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Limits;
import org.latentfeature.step.PartLayout;
import org.latentfeature.step.Parts;
import org.latentfeature.step.Resident;
import org.latentfeature.step.ResidentRows;

/**
 * Rows that stay in their file: each call of a step is one pass over the file, on which the step is
 * opened on block after block.
 */
public final class StreamedRows implements ResidentRows {

  private final FileRows rows;
  private final Loading loading;
  private final Algebra algebra;
  private final PartLayout layout;
  private final BlockWindow window = new BlockWindow();

  /** Loads a block. */
  @FunctionalInterface
  public interface Loading {
    /** Loads {@code block}, whose first row is number {@code first}. */
    ResidentRows load(Matrix block, long first);
  }

  /** The rows of {@code rows}, whose blocks {@code loading} loads. */
  public StreamedRows(FileRows rows, Algebra algebra, Loading loading) {
    this.rows = rows;
    this.algebra = algebra;
    this.loading = loading;
    rows.facts().requireKnownRows();
    layout = PartLayout.ofSize(rows.rows(), rows.blockRows());
  }

  /** One block after another, each loaded while work is done there. */
  private final class Walk implements Parts.Schedule {

    @Override
    public <T> List<T> all(int parts, Work<T> work) {
      List<T> results = new ArrayList<>(parts);
      try (Pass pass = rows.pass()) {
        for (int part = 0; part < parts; part++) {
          window.enter(loading.load(pass.next(), layout.first(part)));
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
        window.enter(loading.load(rows.block(part), layout.first(part)));
        return work.of(part);
      } finally {
        window.leave();
      }
    }
  }

  @Override
  public long first() {
    return 0;
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
            new Walk(),
            () -> {});
    return limits.inParts(parts, this, algebra, stop);
  }

  @Override
  public Matrix copy(int[] some) {
    return rows.selectRows(some);
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
