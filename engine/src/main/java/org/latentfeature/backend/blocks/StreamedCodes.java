package org.latentfeature.backend.blocks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.step.CodesInParts;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.PartLayout;

/**
 * Codes of rows that are read block by block: a bit an entry on the host. Those of the present
 * block are with its rows while a step works there.
 */
final class StreamedCodes implements CodesInParts {

  private final BlockWindow window;
  private final PartLayout layout;
  private final Limits limits;
  private final StopSignal stop;
  private final BinaryMatrix[] parts;

  StreamedCodes(BlockWindow window, PartLayout layout, Limits limits, StopSignal stop) {
    this.window = window;
    this.layout = layout;
    this.limits = limits;
    this.stop = stop;
    parts = new BinaryMatrix[layout.count()];
    Arrays.setAll(parts, p -> BinaryMatrix.empty(layout.rows(p)));
  }

  @Override
  public Incidence part(int part) {
    Incidence[] made = new Incidence[1];
    return window.opened(
        this,
        rows -> {
          Incidence codes = rows.open(limits, stop);
          if (parts[part].cols() > 0) {
            codes.replace(parts[part]);
          }
          made[0] = codes;
          return codes;
        },
        () -> parts[part] = made[0].toMatrix());
  }

  @Override
  public int columns() {
    return parts[0].cols();
  }

  @Override
  public BinaryMatrix toMatrix() {
    return BinaryMatrix.ofColumns(
        layout.rows(), PartLayout.join(Arrays.stream(parts).map(BinaryMatrix::columns).toList()));
  }

  @Override
  public void replace(BinaryMatrix z) {
    Arrays.setAll(parts, p -> layout.part(z, p));
  }

  @Override
  public void replace(CodesInParts other) {
    System.arraycopy(((StreamedCodes) other).parts, 0, parts, 0, parts.length);
  }

  @Override
  public void append(List<BitVector> columns) {
    Arrays.setAll(
        parts,
        p -> {
          List<BitVector> all = new ArrayList<>(parts[p].columns());
          all.addAll(layout.parts(columns, p));
          return BinaryMatrix.ofColumns(layout.rows(p), all);
        });
  }

  @Override
  public void retain(int[] kept) {
    Arrays.setAll(parts, p -> parts[p].select(kept));
  }

  @Override
  public void close() {
    // Holds nothing that the garbage collector does not take.
  }
}
