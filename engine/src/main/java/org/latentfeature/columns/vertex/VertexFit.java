package org.latentfeature.columns.vertex;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.fit.factor.Factors;

/** One fit by vertices: the best of what several sets of rows come to. */
public final class VertexFit {

  /**
   * Maximum rows of a set for which all vertices are searched even without noise, for the margin.
   */
  private static final int FEW = 24;

  private final FactorFit fit;
  private final VertexOptions options;
  private final int threads;
  private final StopSignal stop;

  /**
   * A search for as many features as {@code options} say.
   *
   * @param fit of the rows, prepared
   */
  public VertexFit(FactorFit fit, VertexOptions options) {
    this.fit = fit;
    this.options = options;
    threads = fit.backend().info().threads();
    stop = fit.monitor().signal();
  }

  /** Bytes that the search for {@code k} features of {@code rows} rows takes. */
  public static long bytesNeeded(int rows, int k) {
    return k <= VertexSearch.MOST_ROWS
        ? VertexSearch.bytesNeeded(rows, k)
        : k <= ExactVertices.MOST_ROWS ? ExactVertices.bytesNeeded(rows, k) : 0;
  }

  /**
   * Finds K features.
   *
   * @param name of the method
   * @throws IllegalArgumentException if X has fewer than K dimensions, or there are too many
   *     vertices to be tried
   */
  public FactorFit.Found run(String name) {
    fit.requireDimensions(options.k());
    LeadingSpan span = span();
    VertexCost.require(options.k(), span, threads);
    List<RowSet> sets = span.rowSets(options.rowSets());
    Set<Set<BitVector>> seen = new HashSet<>();
    FactorFit.Found best = null;
    for (int s = 0; s < sets.size(); s++) {
      RowSet set = sets.get(s);
      List<Vertex> nearest = fit.monitor().time("vertices", () -> nearest(set, span));
      FactorFit.Found found = found(name, set, s + 1, nearest);
      fit.step(s + 1, found.factors());
      if (best == null || found.factors().squaredError() < best.factors().squaredError()) {
        best = found;
      }
      if (!seen.add(Set.copyOf(found.factors().z().columns()))) {
        break;
      }
    }
    return refined(Objects.requireNonNull(best, "rows of rank K have a set"));
  }

  private LeadingSpan span() {
    int k = options.k();
    Backend backend = fit.backend();
    if (options.affine()) {
      return fit.monitor()
          .time("spectrum", () -> LeadingSpan.affine(backend, fit.x(), k - 1, stop));
    }
    Spectrum spectrum = fit.spectrum();
    return fit.monitor()
        .time("spectrum", () -> LeadingSpan.linear(backend, fit.rows(), spectrum, k, stop));
  }

  private List<Vertex> nearest(RowSet set, LeadingSpan span) {
    int k = options.k();
    int most = options.independent() ? IndependentVertices.SPARE * k : k + 1;
    if (set.size() > FEW && span.isNoiseless()) {
      List<Vertex> met = met(set, most);
      if (met.size() >= k || set.size() > VertexSearch.MOST_ROWS) {
        return met;
      }
    }
    return VertexSearch.nearest(set, most, !options.affine(), threads, stop);
  }

  private List<Vertex> met(RowSet set, int most) {
    try {
      return ExactVertices.find(set, most, !options.affine(), threads, stop);
    } catch (ArithmeticException e) {
      int k = options.k();
      throw new IllegalArgumentException(
          k == set.length()
              ? "K is %d and X has %d rows, so every binary column lies in the span of X; fit fewer features than X has rows"
                  .formatted(k, k)
              : VertexCost.beyond(k, String.valueOf(e.getMessage())),
          e);
    }
  }

  private FactorFit.Found found(String name, RowSet set, int number, List<Vertex> nearest) {
    int k = options.k();
    if (nearest.size() < k && set.size() > VertexSearch.MOST_ROWS) {
      throw new IllegalArgumentException(
          VertexCost.beyond(
              k,
              "only %d vertices are within %s of the span of X"
                  .formatted(nearest.size(), ExactVertices.TOLERANCE)));
    }
    List<Vertex> taken =
        options.independent()
            ? IndependentVertices.of(set, nearest, !options.affine())
            : nearest.subList(0, Math.min(k, nearest.size()));
    Map<String, Double> figures = new TreeMap<>();
    figures.put("row_set", (double) number);
    figures.put("vertex_distance", taken.get(taken.size() - 1).distance());
    if (nearest.size() > k) {
      figures.put("vertex_margin", nearest.get(k).distance());
    }
    BinaryMatrix z = BinaryMatrix.ofColumns(set.length(), taken.stream().map(set::column).toList());
    Factors factors = fit.monitor().time("refine", () -> fit.refinement().fit(z));
    return new FactorFit.Found(factors, name, figures);
  }

  private FactorFit.Found refined(FactorFit.Found found) {
    if (!options.refine()) {
      return found;
    }
    Factors factors = fit.monitor().time("refine", () -> fit.refinement().descend(found.factors()));
    return new FactorFit.Found(factors, found.method(), found.figures());
  }
}
