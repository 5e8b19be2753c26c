package org.latentfeature.backend.contract;

import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendOver;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.blocks.StreamedRows;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MatrixBlocks;
import org.latentfeature.step.ResidentRows;

/**
 * A provider's backend on rows that are read block by block, as few of them at a time as there can
 * be.
 */
public record Streamed(BackendProvider provider) implements ProviderOver {

  @Override
  public Backend open(Resources resources) {
    return new Reading(provider.open(resources));
  }

  /** Reads rows that it is given as if they were in a file. */
  private record Reading(Backend backend) implements BackendOver {

    @Override
    public ResidentRows load(Matrix x, long first, StopSignal stop) {
      return StreamedRows.of(
          new FileRows(new MatrixBlocks(x), 1, WorkListener.SILENT),
          backend.algebra(),
          (block, number) -> backend.load(block.matrix(), first + number, stop));
    }
  }
}
