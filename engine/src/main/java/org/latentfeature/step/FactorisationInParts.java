package org.latentfeature.step;

import org.latentfeature.linalg.Dense;

/** A factorisation of rows that lie in parts: products and errors are sums, codes are maps. */
final class FactorisationInParts implements Factorisation {

  private final Parts<Factorisation> parts;

  FactorisationInParts(Parts<Factorisation> parts) {
    this.parts = parts;
  }

  @Override
  public Products products(Incidence z, int from) {
    return parts.sum(
        (part, steps) -> steps.products(IncidenceInParts.part(z, part), from), Products::plus);
  }

  @Override
  public double squaredError(Incidence z, Dense w) {
    return parts.sum(
        (part, steps) -> steps.squaredError(IncidenceInParts.part(z, part), w), Double::sum);
  }

  @Override
  public long refine(Incidence z, Dense w, int exactColumns) {
    return parts.sum(
        (part, steps) -> steps.refine(IncidenceInParts.part(z, part), w, exactColumns), Long::sum);
  }

  @Override
  public void encode(Incidence z, Dense w, int exactColumns, int restarts, long seed) {
    parts.each(
        (part, steps) -> {
          steps.encode(IncidenceInParts.part(z, part), w, exactColumns, restarts, seed);
          return steps;
        });
  }

  @Override
  public void close() {
    parts.close();
  }
}
