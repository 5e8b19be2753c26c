package org.latentfeature.backend.contract;

import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Probe;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.blocks.StreamedRows;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MatrixBlocks;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.progress.WorkListener;
import org.latentfeature.step.Limits;
import org.latentfeature.step.ResidentRows;

/**
 * A provider's backend on rows that are read block by block, as few of them at a time as there can
 * be.
 */
public record Streamed(BackendProvider provider) implements BackendProvider {

  @Override
  public String name() {
    return provider.name();
  }

  @Override
  public int preference() {
    return provider.preference();
  }

  @Override
  public Probe probe() {
    return provider.probe();
  }

  @Override
  public Backend open(Resources resources) {
    return new Reading(provider.open(resources));
  }

  /** Reads rows that it is given as if they were in a file. */
  private record Reading(Backend backend) implements Backend {

    @Override
    public BackendInfo info() {
      return backend.info();
    }

    @Override
    public boolean offers(Limits<?> limits) {
      return backend.offers(limits);
    }

    @Override
    public long bytesNeeded(int rows, int cols, List<? extends Limits<?>> opened) {
      return backend.bytesNeeded(rows, cols, opened);
    }

    @Override
    public long bytesAvailable() {
      return backend.bytesAvailable();
    }

    @Override
    public ResidentRows load(Matrix x, long first, StopSignal stop) {
      return new StreamedRows(
          new FileRows(new MatrixBlocks(x), 1, WorkListener.SILENT),
          backend.algebra(),
          (block, number) -> backend.load(block, first + number, stop));
    }

    @Override
    public Algebra algebra() {
      return backend.algebra();
    }

    @Override
    public void close() {
      backend.close();
    }
  }
}
