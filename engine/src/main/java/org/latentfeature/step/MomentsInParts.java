package org.latentfeature.step;

import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;

/**
 * Second moments of rows that lie in parts: XᵀX is a sum; X Xᵀ pairs every part with every other.
 */
final class MomentsInParts implements Moments {

  private final Parts<Moments> parts;
  private final ResidentRows rows;
  private final Algebra algebra;
  private final StopSignal stop;

  MomentsInParts(Parts<Moments> parts, ResidentRows rows, Algebra algebra, StopSignal stop) {
    this.parts = parts;
    this.rows = rows;
    this.algebra = algebra.pausing(stop::check);
    this.stop = stop;
  }

  @Override
  public Dense rowGram() {
    PartLayout layout = parts.layout();
    Dense gram = new Dense(layout.rows(), layout.rows());
    for (int p = 0; p < layout.count(); p++) {
      Dense some = copy(p);
      for (int q = 0; q <= p; q++) {
        stop.check();
        Dense products = algebra.multiplyTransposed(some, q == p ? some : copy(q));
        for (int i = 0; i < products.rows(); i++) {
          for (int j = 0; j < products.cols(); j++) {
            gram.set(layout.first(p) + i, layout.first(q) + j, products.get(i, j));
            gram.set(layout.first(q) + j, layout.first(p) + i, products.get(i, j));
          }
        }
      }
    }
    return gram;
  }

  private Dense copy(int part) {
    int first = parts.layout().first(part);
    return rows.copy(IntStream.range(first, first + parts.layout().rows(part)).toArray()).toDense();
  }

  @Override
  public Dense columnGram() {
    return parts.sum((part, moments) -> moments.columnGram(), Dense::plus);
  }

  @Override
  public Dense columnGram(Dense directions) {
    return parts.sum((part, moments) -> moments.columnGram(directions), Dense::plus);
  }

  @Override
  public void close() {
    parts.close();
  }
}
