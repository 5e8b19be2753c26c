package org.latentfeature.step;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.step.coding.BitDraws;

/** A factorisation of rows that lie in parts: products and errors are sums, codes are maps. */
final class FactorisationInParts implements Factorisation {

  private final Parts<Factorisation> parts;

  FactorisationInParts(Parts<Factorisation> parts) {
    this.parts = parts;
  }

  @Override
  public Products products(Incidence z, int from) {
    return parts.sum(
        (part, steps) -> steps.products(CodesInParts.part(z, part), from), Products::plus);
  }

  @Override
  public Dense columnGrams(Incidence z, int[] columns) {
    return parts.sum(
        (part, steps) -> steps.columnGrams(CodesInParts.part(z, part), columns), Dense::plus);
  }

  @Override
  public double squaredError(Incidence z, Dense w) {
    return parts.sum(
        (part, steps) -> steps.squaredError(CodesInParts.part(z, part), w), Double::sum);
  }

  @Override
  public long refine(Incidence z, Dense w, int exactColumns) {
    return parts.sum(
        (part, steps) -> steps.refine(CodesInParts.part(z, part), w, exactColumns), Long::sum);
  }

  @Override
  public long encode(Incidence z, Dense w, RowCoding how) {
    return parts.sum((part, steps) -> steps.encode(CodesInParts.part(z, part), w, how), Long::sum);
  }

  @Override
  public long draw(Incidence z, Dense w, BitDraws how) {
    return parts.sum((part, steps) -> steps.draw(CodesInParts.part(z, part), w, how), Long::sum);
  }

  @Override
  public double[] rowErrors(Incidence z, Dense w) {
    return parts.map((part, steps) -> steps.rowErrors(CodesInParts.part(z, part), w)).stream()
        .flatMapToDouble(Arrays::stream)
        .toArray();
  }

  @Override
  public CodeSums code(Incidence z, Dense w, RowCoding how) {
    return parts.sum(
        (part, steps) ->
            steps.code(CodesInParts.part(z, part), w, how).from(parts.layout().first(part)),
        CodeSums::plus);
  }

  @Override
  public void close() {
    parts.close();
  }
}
