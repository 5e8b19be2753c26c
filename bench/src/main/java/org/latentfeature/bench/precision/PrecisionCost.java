package org.latentfeature.bench.precision;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitListener;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.random.CounterRandom;

/**
 * What other searches for atoms cost in accuracy: fits of the lasso with today's, in which the
 * others search the same residuals, and whole fits with each of the others.
 */
public final class PrecisionCost {

  private static final long OTHER_SEED = 0x5eed;

  /** Errors below this share of X are rounding errors, and equal. */
  private static final double NEGLIGIBLE = 1e-5;

  private final Backend backend;
  private final Matrix x;
  private final LassoOptions options;
  private final List<SearchVariant> others;
  private final double floor;
  private final Map<SearchVariant, VariantResults> results = new LinkedHashMap<>();

  private PrecisionCost(Backend backend, Matrix x, LassoOptions options, boolean bytes) {
    this.backend = backend;
    this.x = x;
    this.options = options;
    others = SearchVariant.others(bytes);
    floor = NEGLIGIBLE * Math.sqrt(x.facts().squaredNorm() / x.size());
    results.put(SearchVariant.TODAY, new VariantResults());
    others.forEach(variant -> results.put(variant, new VariantResults()));
  }

  /**
   * Measures on one data set.
   *
   * @param backend for everything but the searches
   * @param options of the fits; their seed is replaced
   * @param bytes whether X may be kept as bytes: it must be fitted as it is, or by an exact
   *     reduction
   * @param seeds number of fits with each search
   * @return the table, in Markdown
   */
  public static String measure(
      Backend backend, Matrix x, LassoOptions options, boolean bytes, int seeds) {
    PrecisionCost cost = new PrecisionCost(backend, x, options, bytes && ByteRows.isBytes(x));
    for (int seed = 0; seed < seeds; seed++) {
      cost.run(seed);
    }
    return new PrecisionTable(cost.results).toString();
  }

  private void run(long seed) {
    LassoResult today =
        fit(
            seed,
            (exact, fitted, first) -> {
              Map<SearchVariant, EmulatedSearch> searches = new LinkedHashMap<>();
              others.forEach(v -> searches.put(v, v.on(exact, x, fitted, first)));
              return new ComparedSearch(
                  SearchVariant.TODAY.on(exact, x, fitted, first), searches, results);
            });
    add(SearchVariant.TODAY, today, today);
    for (SearchVariant variant : others) {
      long own = variant.otherSeed() ? CounterRandom.stream(seed, OTHER_SEED) : seed;
      LassoResult found = fit(own, (exact, fitted, first) -> variant.on(exact, x, fitted, first));
      add(variant, found, today);
    }
  }

  private LassoResult fit(long seed, SearchMaker maker) {
    return new LatentFeatureLasso(new EmulatedBackend(backend, maker), options.withSeed(seed))
        .fit(x, FitListener.SILENT);
  }

  private void add(SearchVariant variant, LassoResult found, LassoResult today) {
    VariantResults of = results.computeIfAbsent(variant, any -> new VariantResults());
    of.steps.add((double) found.trace().size() / today.trace().size());
    of.error.add(Math.max(floor, found.rmse()) / Math.max(floor, today.rmse()));
  }
}
