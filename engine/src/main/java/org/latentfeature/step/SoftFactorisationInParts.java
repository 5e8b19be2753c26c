package org.latentfeature.step;

import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;

/** Soft codes of rows that lie in parts: a round is a map, and its sums are added. */
final class SoftFactorisationInParts implements SoftFactorisation {

  private final Parts<SoftFactorisation> parts;

  SoftFactorisationInParts(Parts<SoftFactorisation> parts) {
    this.parts = parts;
  }

  @Override
  public int columns() {
    return parts.first((part, steps) -> steps.columns());
  }

  @Override
  public void replace(Dense nu) {
    PartLayout layout = parts.layout();
    parts.each(
        (part, steps) -> {
          int first = layout.first(part);
          steps.replace(nu.selectRows(IntStream.range(first, first + layout.rows(part)).toArray()));
          return steps;
        });
  }

  @Override
  public void draw(int columns, long seed) {
    parts.each(
        (part, steps) -> {
          steps.draw(columns, seed);
          return steps;
        });
  }

  @Override
  public void soften(Incidence z, double off, double on) {
    parts.each(
        (part, steps) -> {
          steps.soften(CodesInParts.part(z, part), off, on);
          return steps;
        });
  }

  @Override
  public Sums update(Dense mean, Dense second, double[] logOdds, double variance) {
    return parts.sum((part, steps) -> steps.update(mean, second, logOdds, variance), Sums::plus);
  }

  @Override
  public Sums sums() {
    return parts.sum((part, steps) -> steps.sums(), Sums::plus);
  }

  @Override
  public void readOut(Incidence z) {
    parts.each(
        (part, steps) -> {
          steps.readOut(CodesInParts.part(z, part));
          return steps;
        });
  }

  @Override
  public Dense toDense() {
    List<Dense> all = parts.map((part, steps) -> steps.toDense());
    Dense joined = new Dense(parts.layout().rows(), all.get(0).cols());
    int next = 0;
    for (Dense some : all) {
      System.arraycopy(some.values(), 0, joined.values(), next, some.values().length);
      next += some.values().length;
    }
    return joined;
  }

  @Override
  public void retain(int[] kept) {
    parts.each(
        (part, steps) -> {
          steps.retain(kept);
          return steps;
        });
  }

  @Override
  public void close() {
    parts.close();
  }
}
