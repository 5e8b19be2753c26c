package org.latentfeature.step;

import java.util.List;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/** Codes of rows that lie in parts. */
final class IncidenceInParts implements CodesInParts {

  private final Parts<Incidence> parts;

  IncidenceInParts(Parts<Incidence> parts) {
    this.parts = parts;
  }

  @Override
  public Incidence part(int part) {
    return parts.part(part);
  }

  @Override
  public int columns() {
    return parts.first((part, codes) -> codes.columns());
  }

  @Override
  public BinaryMatrix toMatrix() {
    return BinaryMatrix.ofColumns(
        parts.layout().rows(),
        PartLayout.join(parts.map((part, codes) -> codes.toMatrix().columns())));
  }

  @Override
  public void replace(BinaryMatrix z) {
    parts.each(
        (part, codes) -> {
          codes.replace(parts.layout().part(z, part));
          return codes;
        });
  }

  @Override
  public void replace(CodesInParts other) {
    parts.each(
        (part, codes) -> {
          codes.replace(other.part(part).toMatrix());
          return codes;
        });
  }

  @Override
  public void append(List<BitVector> columns) {
    parts.each(
        (part, codes) -> {
          codes.append(parts.layout().parts(columns, part));
          return codes;
        });
  }

  @Override
  public void retain(int[] kept) {
    parts.each(
        (part, codes) -> {
          codes.retain(kept);
          return codes;
        });
  }

  @Override
  public void close() {
    parts.close();
  }
}
