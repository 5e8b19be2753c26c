package org.latentfeature.spectral;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.columns.cumulant.CumulantColumns;
import org.latentfeature.columns.cumulant.CumulantSearch;
import org.latentfeature.columns.subspace.ColumnSearch;
import org.latentfeature.columns.subspace.VerifiedColumns;
import org.latentfeature.columns.vertex.LeadingSpan;
import org.latentfeature.columns.vertex.VertexColumns;
import org.latentfeature.columns.vertex.VertexFit;
import org.latentfeature.columns.vertex.VertexOptions;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.factor.FactorBench;
import org.latentfeature.fit.factor.FactorCoder;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.factor.Portfolio;
import org.latentfeature.fit.factor.Search;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Projections;

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

  /**
   * Returns the best of all searches, of which each runs only if those before it do not suffice.
   */
  private FactorFit.Found best(TensorEigenpairs pairs) {
    List<Candidate> chosen = pairs.independent(pairs.candidates());
    FactorBench bench = new FactorBench(fit, truth(pairs), EIGENPAIRS);
    bench.offer(EIGENPAIRS, start(pairs, chosen));
    portfolio(pairs, chosen).run(bench);
    Factors best = fit.monitor().time("posterior", () -> posterior(bench.best(), pairs));
    return found(best, bench.method(), pairs);
  }

  /** The searches, by cost. Those that need the spectrum come before the restarts. */
  private Portfolio<FactorBench> portfolio(TensorEigenpairs pairs, List<Candidate> chosen) {
    int k = pairs.size();
    return Portfolio.<FactorBench>empty()
        .thenInDoubt(new OtherEigenpairs(pairs, chosen))
        .then(new VerifiedColumns(k, options.seed()))
        .then(new CumulantColumns(k, options.seed()))
        .then(new VertexColumns(VertexOptions.of(k).withRowSets(ROW_SETS)))
        .thenInDoubt(new Restarts(pairs));
  }

  /**
   * Compares errors with that of the true dictionary. Codes of which one has no eigenpair may be
   * those of another dictionary, hardly worse.
   */
  private Function<Factors, FactorBench.Verdict> truth(TensorEigenpairs pairs) {
    int cols = fit.data().noisyCols();
    double squaredNorm = fit.data().squaredNorm();
    return found -> {
      TrueError expected = TrueError.of(found.z(), found.w(), pairs.sigma(), cols, squaredNorm);
      if (found.z().cols() != pairs.size() || found.squaredError() > expected.most()) {
        return FactorBench.Verdict.WORSE;
      }
      return expected.isSharp() || isIsolated(found.z())
          ? FactorBench.Verdict.CERTAIN
          : FactorBench.Verdict.REACHED;
    };
  }

  private static boolean isIsolated(BinaryMatrix z) {
    return Arrays.stream(Isolation.of(z)).allMatch(value -> value >= Isolation.VANISHING);
  }

  /** Refined from the codes that the dictionary of {@code chosen} gives. */
  private Factors start(TensorEigenpairs pairs, List<Candidate> chosen) {
    Dense w = pairs.dictionary(chosen);
    return refined(options.wls() ? weighted(w, pairs) : w);
  }

  private Factors refined(Dense w) {
    return fit.monitor().time("refine", () -> fit.refinement().run(codes(w)));
  }

  /** Leaves out each of the selected candidates in turn, the worst score first. */
  private final class OtherEigenpairs implements Search<FactorBench> {

    private final TensorEigenpairs pairs;
    private final List<Candidate> chosen;

    OtherEigenpairs(TensorEigenpairs pairs, List<Candidate> chosen) {
      this.pairs = pairs;
      this.chosen = chosen;
    }

    @Override
    public String name() {
      return OTHERS;
    }

    @Override
    public void run(FactorBench bench) {
      List<Candidate> worst = new ArrayList<>(chosen);
      Collections.reverse(worst);
      for (Candidate dropped : worst) {
        List<Candidate> order = new ArrayList<>(pairs.candidates());
        order.remove(dropped);
        if (bench.isCertain() || fit.monitor().stop()) {
          return;
        }
        bench.offer(OTHERS, start(pairs, pairs.independent(order)));
      }
    }
  }

  /** Refines codes of other features, on a sample of the rows. */
  private final class Restarts implements Search<FactorBench> {

    private final TensorEigenpairs pairs;

    Restarts(TensorEigenpairs pairs) {
      this.pairs = pairs;
    }

    @Override
    public String name() {
      return RESTARTS;
    }

    @Override
    public void run(FactorBench bench) {
      Dense w =
          FeatureRestarts.dictionary(
              fit, bench.best(), pairs.size(), pairs.sigma(), options.restarts(), options.seed());
      if (w != null) {
        bench.offer(RESTARTS, refined(w));
      }
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
}
