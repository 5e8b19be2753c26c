package org.latentfeature.method;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.latentfeature.backend.Backend;
import org.latentfeature.cumulant.CumulantSearch;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.factor.FactorCoder;
import org.latentfeature.factor.FactorFit;
import org.latentfeature.factor.Factors;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.linalg.Dense;
import org.latentfeature.spectral.Candidate;
import org.latentfeature.spectral.CodePosterior;
import org.latentfeature.spectral.Isolation;
import org.latentfeature.spectral.TensorEigenpairs;
import org.latentfeature.spectral.TrueError;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Projections;
import org.latentfeature.subspace.ColumnSearch;
import org.latentfeature.subspace.VerifiedColumn;
import org.latentfeature.vertex.LeadingSpan;

/**
 * One fit by tensor eigenpairs (docs/spectral.md): the selected ones, refined; and, if their error
 * is larger than that of the ground truth, as when a feature's eigenpair has vanished, fallbacks,
 * the cheapest first, until one reaches that error. The best result is kept.
 */
final class SpectralSearch {

  /** Sets of rows that vertices are looked for by. */
  private static final int ROW_SETS = 3;

  static final String EIGENPAIRS = "eigenpairs";
  static final String PUBLISHED = "eigenpairs as published";
  static final String OTHERS = "other eigenpairs";
  static final String COLUMNS = "verified columns";
  static final String CUMULANTS = "cumulants";
  static final String VERTICES = "vertices";
  static final String RESTARTS = "restarts";

  /** Rounds of expectation and maximisation. */
  private static final int ROUNDS = 30;

  /** A smaller gain of the log-likelihood for each entry of W ends them; what noise gains is ½. */
  private static final double GAIN = 0.01;

  /** Codes, over all rows, beyond which a round would take seconds. */
  private static final double MOST_CODES = 1e9;

  private final FactorFit fit;
  private final SpectralOptions options;
  private final int threads;
  private final Map<String, Double> figures = new LinkedHashMap<>();
  private int steps;

  SpectralSearch(FactorFit fit, SpectralOptions options) {
    this.fit = fit;
    this.options = options;
    threads = Math.max(1, fit.backend().info().threads());
  }

  /**
   * Maximum bytes besides N×D rows, their codes, and the refinement of these.
   *
   * @param k K
   */
  static long bytesNeeded(Backend backend, int rows, int cols, int k) {
    int most = Math.min(k, TensorEigenpairs.MOST_FEATURES);
    List<Incidence.Limits> none = List.of();
    long coding =
        backend.bytesNeeded(
                rows,
                cols,
                List.of(
                    new Incidence.Limits(most),
                    new Factorisation.Limits(most),
                    new Projections.Limits(most)))
            - backend.bytesNeeded(rows, cols, none);
    return Math.max(
        Math.max(coding, FeatureRestarts.bytesNeeded(backend, rows, cols, most)),
        Math.max(
            TensorEigenpairs.bytesNeeded(backend, rows, cols, most),
            Math.max(
                ColumnSearch.bytesNeeded(backend, rows, cols, most),
                Math.max(
                    CumulantSearch.bytesNeeded(backend, rows, cols, most),
                    LeadingSpan.bytesNeeded(backend, rows, cols, most)
                        + VertexFit.bytesNeeded(rows, most)))));
  }

  FactorFit.Found run() {
    fit.method(EIGENPAIRS);
    Double sigma = options.sigma();
    TensorEigenpairs pairs =
        fit.monitor()
            .time(
                EIGENPAIRS,
                () ->
                    TensorEigenpairs.of(
                        fit.backend(),
                        fit.rows(),
                        fit.x(),
                        fit.data().noisyCols(),
                        new TensorEigenpairs.Request(
                            options.count() ? null : options.k(),
                            sigma == null ? null : sigma * fit.data().scale(),
                            options.paper(),
                            options.seed()),
                        fit.monitor().signal()));
    figures.put("sigma", pairs.sigma() / fit.data().scale());
    figures.put("candidates", (double) pairs.candidates().size());
    figures.put("starts", (double) pairs.starts());
    return options.paper() ? published(pairs) : best(pairs);
  }

  /** The K best scores, and nothing else. */
  private FactorFit.Found published(TensorEigenpairs pairs) {
    fit.method(PUBLISHED);
    List<Candidate> all = pairs.candidates();
    Dense w = pairs.dictionary(all.subList(0, Math.min(pairs.size(), all.size())));
    Factors found = coded(options.wls() ? weighted(w, pairs) : w);
    fit.step(1, found);
    return found(found, PUBLISHED, pairs);
  }

  /** A step of W, if there is noise. */
  private Dense weighted(Dense w, TensorEigenpairs pairs) {
    return pairs.sigma() == 0 || w.rows() == 0
        ? w
        : CodePosterior.of(
                fit.rows(),
                fit.x(),
                w,
                pairs.sigma(),
                null,
                CodePosterior.Weights.SQUARED,
                threads,
                fit.monitor().signal())
            .dictionary();
  }

  private Factors coded(Dense w) {
    return fit.refinement().evaluate(codes(w), w);
  }

  private BinaryMatrix codes(Dense w) {
    return w.rows() == 0
        ? BinaryMatrix.empty(fit.rows().rows())
        : FactorCoder.encode(fit.data().fitted(), w, options.seed());
  }

  /** The best of all ways, of which each runs only if those before it were not good enough. */
  private FactorFit.Found best(TensorEigenpairs pairs) {
    List<Candidate> chosen = pairs.independent(pairs.candidates());
    Standing standing = new Standing(pairs);
    standing.offer(EIGENPAIRS, start(pairs, chosen));
    for (Route route : routes(pairs, chosen)) {
      if (standing.isTrue() || (standing.isReached() && !route.isCheap())) {
        continue;
      }
      fit.method(route.name());
      fit.monitor()
          .time(
              route.name(),
              () -> {
                route.way().find(standing);
                return standing;
              });
    }
    Factors best = fit.monitor().time("posterior", () -> posterior(standing.best, pairs));
    return found(best, standing.method, pairs);
  }

  /** Refined from the codes that the dictionary of {@code chosen} gives. */
  private Factors start(TensorEigenpairs pairs, List<Candidate> chosen) {
    Dense w = pairs.dictionary(chosen);
    return refined(options.wls() ? weighted(w, pairs) : w);
  }

  private Factors refined(Dense w) {
    return fit.monitor().time("refine", () -> fit.refinement().run(codes(w)));
  }

  /**
   * A way to features.
   *
   * @param name as the answer says it
   * @param isCheap whether it is tried also where no more error is left than the ground truth would
   *     leave
   * @param way offers what it finds
   */
  private record Route(String name, boolean isCheap, Way way) {}

  /** Offers what it finds until that is true. */
  @FunctionalInterface
  private interface Way {
    void find(Standing standing);
  }

  /** By cost. Other rooms' proposals come before the restarts. */
  private List<Route> routes(TensorEigenpairs pairs, List<Candidate> chosen) {
    List<Route> routes = new ArrayList<>();
    routes.add(new Route(OTHERS, true, standing -> others(standing, pairs, chosen)));
    if (Spectrum.isKnown(fit.rows().rows(), fit.rows().cols())) {
      routes.add(new Route(COLUMNS, false, standing -> columns(standing, pairs.size())));
      routes.add(new Route(CUMULANTS, false, standing -> cumulants(standing, pairs.size())));
      routes.add(new Route(VERTICES, false, standing -> vertices(standing, pairs.size())));
    }
    routes.add(new Route(RESTARTS, true, standing -> restarts(standing, pairs)));
    return routes;
  }

  /** Without each of the selected candidates in turn, the worst score first. */
  private void others(Standing standing, TensorEigenpairs pairs, List<Candidate> chosen) {
    List<Candidate> worst = new ArrayList<>(chosen);
    Collections.reverse(worst);
    for (Candidate dropped : worst) {
      List<Candidate> order = new ArrayList<>(pairs.candidates());
      order.remove(dropped);
      if (standing.isTrue() || fit.monitor().stop()) {
        return;
      }
      standing.offer(OTHERS, start(pairs, pairs.independent(order)));
    }
  }

  /**
   * Columns verified to lie in the span of the data; and of those found before the farthest from
   * them.
   */
  private void columns(Standing standing, int k) {
    Spectrum.Leading leading = fit.spectrum().leading(k);
    if (!leading.hasGap() || fit.rows().rows() < ColumnSearch.leastRows(k)) {
      return;
    }
    List<VerifiedColumn> verified = new ArrayList<>();
    Consumer<List<VerifiedColumn>> keep =
        columns -> {
          verified.clear();
          verified.addAll(columns);
        };
    ColumnSearch.search(
        fit.backend(),
        fit.rows(),
        fit.spectrum(),
        leading,
        fit.data().noisyCols(),
        options.seed(),
        fit.monitor().signal(),
        keep);
    if (!verified.isEmpty()) {
      List<BitVector> columns = verified.stream().map(VerifiedColumn::z).toList();
      standing.offer(COLUMNS, fit.refinement().run(completed(columns, standing.best, k)));
    }
  }

  /** Columns by the cumulants of features, as if these were independent. */
  private void cumulants(Standing standing, int k) {
    CumulantSearch.Request request =
        new CumulantSearch.Request(
            fit.backend(), fit.rows(), fit.x(), fit.spectrum(), k, fit.data().noisyCols());
    CumulantSearch.search(
        request,
        CumulantOptions.of(k).starts(),
        options.seed(),
        fit.monitor().signal(),
        z -> {
          standing.offer(CUMULANTS, fit.refinement().run(z));
          return standing.isReached();
        });
  }

  /** The vertices of the cube nearest the span of the data. */
  private void vertices(Standing standing, int k) {
    VertexOptions some = VertexOptions.of(k).withRowSets(ROW_SETS);
    standing.offer(VERTICES, new VertexFit(fit, some).run(VERTICES).factors());
  }

  /** {@code columns} and, up to K, those of {@code others} that are farthest from all of them. */
  private static BinaryMatrix completed(List<BitVector> columns, Factors others, int k) {
    List<BitVector> all = new ArrayList<>(columns);
    List<BitVector> left = new ArrayList<>(others.z().columns());
    while (all.size() < k && !left.isEmpty()) {
      BitVector farthest = left.get(0);
      int most = -1;
      for (BitVector column : left) {
        int nearest = all.stream().mapToInt(column::distance).min().orElseThrow();
        if (nearest > most) {
          most = nearest;
          farthest = column;
        }
      }
      left.remove(farthest);
      all.add(farthest);
    }
    return BinaryMatrix.ofColumns(others.z().rows(), all.subList(0, Math.min(k, all.size())));
  }

  private void restarts(Standing standing, TensorEigenpairs pairs) {
    Dense w =
        FeatureRestarts.dictionary(
            fit, standing.best, pairs.size(), pairs.sigma(), options.restarts(), options.seed());
    if (w != null) {
      standing.offer(RESTARTS, refined(w));
    }
  }

  /** The dictionary that all codes of a row have a part in, and the nearest codes for it. */
  private Factors posterior(Factors best, TensorEigenpairs pairs) {
    int k = best.z().cols();
    boolean isReduced = fit.x() != fit.data().whole();
    double work = (double) best.z().rows() * Math.scalb(1.0, k);
    if (!options.posterior() || pairs.sigma() == 0 || isReduced || k == 0 || work > MOST_CODES) {
      return best;
    }
    return coded(
        new Maximisation(fit, pairs.sigma(), threads, ROUNDS, GAIN)
            .run(best.w(), CodePosterior.prior(best.z())));
  }

  private FactorFit.Found found(Factors factors, String method, TensorEigenpairs pairs) {
    EigenpairTable details = EigenpairTable.of(factors, pairs);
    Dense table = details.numbers();
    double isolation = Double.POSITIVE_INFINITY;
    int paired = 0;
    for (int f = 0; f < table.rows(); f++) {
      isolation = Math.min(isolation, table.get(f, SpectralModel.ISOLATION));
      paired += Double.isNaN(table.get(f, SpectralModel.LAMBDA)) ? 0 : 1;
    }
    figures.put("eigenpairs", (double) paired);
    if (table.rows() > 0) {
      figures.put("isolation", isolation);
    }
    return new FactorFit.Found(factors, method, figures, details);
  }

  /** The best so far, and whether it is as good as the ground truth. */
  private final class Standing {

    private final TensorEigenpairs pairs;
    private Factors best = fit.refinement().empty();
    private String method = EIGENPAIRS;
    private boolean isReached;
    private boolean isTrue;

    Standing(TensorEigenpairs pairs) {
      this.pairs = pairs;
    }

    /** Returns whether the residual is no larger than that of the ground truth. */
    boolean isReached() {
      return isReached;
    }

    /**
     * Returns whether the residual is no larger than that of the ground truth, and no other
     * dictionary may have one as small.
     */
    boolean isTrue() {
      return isTrue;
    }

    void offer(String name, Factors found) {
      if (found.squaredError() < best.squaredError()) {
        best = found;
        method = name;
        TrueError expected =
            TrueError.of(
                found.z(),
                found.w(),
                pairs.sigma(),
                fit.data().noisyCols(),
                fit.data().squaredNorm());
        isReached = found.z().cols() == pairs.size() && found.squaredError() <= expected.most();
        isTrue = isReached && (expected.isSharp() || isIsolated(found.z()));
      }
      fit.step(++steps, best);
    }

    /** Codes of which one has no eigenpair may be those of another dictionary, hardly worse. */
    private boolean isIsolated(BinaryMatrix z) {
      return Arrays.stream(Isolation.of(z)).allMatch(value -> value >= Isolation.VANISHING);
    }
  }
}
