package org.latentfeature.report.fit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.fit.ChosenCount;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.sequence.OrderedRows;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.variant.Views;
import org.latentfeature.study.order.OrderSelection;
import org.latentfeature.study.profile.DataProfile;

/** Keeps what a fit meets in data: figures, and findings of a sentence each. */
public final class DataFindings {

  /** Names or numbers in a sentence. */
  private static final int NAMED = 8;

  /** From so many standard deviations on, columns are far from 0. */
  private static final double FAR = 3;

  /** A larger share of the rows is no exception, but a feature of few rows. */
  private static final double FEW = .04;

  /** Number of factors for the estimate of noise where K is not known. */
  private static final int FACTORS = 20;

  /** Rules by which another view than X as it is shows the features. */
  private static final Set<String> OF_VIEWS =
      Set.of(ChosenCount.SCALED, ChosenCount.SCALED_CLIPPED);

  /**
   * A property of the data.
   *
   * @param name of the property
   * @param says what it means for a fit
   */
  public record Finding(String name, String says) {}

  private final Dataset dataset;
  private final DataProfile profile;
  private final @Nullable ChosenCount count;
  private final List<Finding> findings = new ArrayList<>();
  private final Map<String, @Nullable String> searches = new LinkedHashMap<>();

  private DataFindings(Dataset dataset, DataProfile profile, @Nullable ChosenCount count) {
    this.dataset = dataset;
    this.profile = profile;
    this.count = count;
  }

  /**
   * Reads the data and computes its spectrum.
   *
   * @param dataset the data as they are in the file
   * @param loaded its rows on a backend
   * @param isMissingGiven whether a code of missing entries was given
   * @param listener can stop it
   * @throws org.latentfeature.base.progress.StoppedException if the listener stops it
   */
  public static DataFindings of(
      Dataset dataset, LoadedData loaded, boolean isMissingGiven, FitListener listener) {
    boolean isZero = loaded.source().facts().squaredNorm() == 0;
    ChosenCount count =
        isZero
            ? null
            : OrderSelection.counted(loaded, OrderSelection.Options.DEFAULT, listener).orElse(null);
    StopSignal stop = new FitMonitor(listener, null).signal();
    DataFindings made = new DataFindings(dataset, DataProfile.of(dataset.rows(), stop), count);
    made.addCount();
    made.addProfile(isMissingGiven);
    made.addViews(loaded, stop);
    made.addSearches(loaded, listener);
    return made;
  }

  /**
   * Reads the data of a model, which has its features and its view: they may take minutes to find,
   * and are not looked for again.
   *
   * @param dataset the data as they are in the file
   * @param listener can stop it
   * @throws org.latentfeature.base.progress.StoppedException if the listener stops it
   */
  public static DataFindings ofFitted(Dataset dataset, FitListener listener) {
    StopSignal stop = new FitMonitor(listener, null).signal();
    DataFindings made = new DataFindings(dataset, DataProfile.of(dataset.rows(), stop), null);
    made.addProfile(true);
    return made;
  }

  /** Returns the findings, the number of features first, if they were counted. */
  public List<Finding> findings() {
    return List.copyOf(findings);
  }

  /**
   * Returns the number of features that a fit would choose without a fit; null if there is none.
   */
  public @Nullable Integer features() {
    return count == null ? null : count.features();
  }

  /**
   * Returns why a fit with the features that it would choose does not try a search, by its name;
   * null for those that it tries until one reaches the noise. Empty if that is not known without a
   * fit.
   */
  public Map<String, @Nullable String> searches() {
    return Collections.unmodifiableMap(searches);
  }

  /** Returns the main figures in sentences. */
  String summary() {
    Rows x = dataset.rows();
    StringBuilder all = new StringBuilder();
    all.append(
        "X has %s and %s of %s, from %s to %s."
            .formatted(
                Quantity.count(x.rows(), "row"),
                Quantity.count(x.cols(), "column"),
                profile.kind(),
                Quantity.number(profile.least()),
                Quantity.number(profile.largest())));
    all.append(x.facts().missing() == 0 ? " No entry is missing." : "");
    if (Double.isFinite(profile.distance())) {
      all.append(
          " Its offset, the size of the columns' means over that of their standard deviations, is "
              + Quantity.number(profile.distance())
              + ".");
    }
    return all.toString();
  }

  /** Returns the figures by name; null stands for what is not known. */
  public Map<String, @Nullable Object> figures() {
    Rows x = dataset.rows();
    Map<String, @Nullable Object> figures = new LinkedHashMap<>();
    figures.put("rows", x.rows());
    figures.put("columns", x.cols());
    figures.put("entries", profile.kind().toString());
    figures.put("least", profile.least());
    figures.put("largest", profile.largest());
    figures.put("missing", x.facts().missing());
    figures.put(
        "density", x instanceof SparseRows sparse ? Double.valueOf(sparse.density()) : null);
    figures.put("offset", Double.isFinite(profile.distance()) ? profile.distance() : null);
    figures.put("features", features());
    figures.put("rule", count == null ? null : count.rule());
    return figures;
  }

  private void addCount() {
    if (count == null) {
      add(
          "features",
          dataset.rows().facts().missing() > 0
              ? "entries are missing: -k auto counts features by fits that predict others"
              : "the singular values do not tell the number of features: -k auto compares fits");
    } else {
      boolean areMany = count.features() > dataset.rows().cols();
      add("features", count + (areMany ? "; more than X has columns" : ""));
    }
  }

  private void addProfile(boolean isMissingGiven) {
    Rows x = dataset.rows();
    List<String> columns = dataset.columnNames();
    if (x.facts().missing() > 0) {
      add(
          "missing",
          "%,d missing %s, %.2g %%, in %,d %s: %s"
              .formatted(
                  x.facts().missing(),
                  x.facts().missing() == 1 ? "entry" : "entries",
                  100. * x.facts().missing() / ((double) x.rows() * x.cols()),
                  x.facts().incompleteRows().count(),
                  x.facts().incompleteRows().count() == 1 ? "row" : "rows",
                  isMissingGiven
                      ? "a fit looks at the others"
                      : "pass --missing nan, for a fit to the others"));
    }
    if (!profile.constant().isEmpty()) {
      add(
          "constant_columns",
          "%s: part of the offset, no feature's; --drop leaves out columns"
              .formatted(
                  named(profile.constant(), columns, "column", " is constant", " are constant")));
    }
    if (!profile.zero().isEmpty()) {
      add(
          "zero_columns",
          "%s: no feature has a part in them"
              .formatted(named(profile.zero(), columns, "column", " is zero", " are zero")));
    }
    if (!profile.equal().isEmpty()) {
      add(
          "equal_columns",
          "%s an earlier one: it counts twice in the error"
              .formatted(named(profile.equal(), columns, "column", " is like", " are each like")));
    }
    if (profile.repeated() > 0) {
      add(
          "repeated_rows",
          "%,d %s an earlier one%s"
              .formatted(
                  profile.repeated(),
                  profile.repeated() == 1 ? "row repeats" : "rows repeat",
                  2L * profile.repeated() >= x.rows() ? ": few different codes, or no noise" : ""));
    }
    if (profile.distance() > FAR && Double.isFinite(profile.distance())) {
      add(
          "offset",
          "columns are far from 0, by %.3g standard deviations: a fit also searches X without its column means; --intercept keeps them apart"
              .formatted(profile.distance()));
    }
    if (!profile.outlying().isEmpty() && profile.outlying().size() <= FEW * x.rows()) {
      add(
          "outlying_rows",
          "%s far from all others, a typing error perhaps, and may count as a feature: --robust weighs such rows less"
              .formatted(named(profile.outlying(), dataset.ids(), "row", " is", " are")));
    }
    if (x instanceof SparseRows sparse) {
      add(
          "sparse",
          "%.2g %% of the entries are not zero: the rows stay sparse; the lasso takes them, most others with --dense"
              .formatted(100 * sparse.density()));
    }
    if (x instanceof Matrix dense) {
      OrderedRows.lowRatio(dense)
          .ifPresent(
              ratio ->
                  add(
                      "order",
                      "rows are much like the next (von Neumann's ratio %.2f): if they are in order of time, --order rows makes use of it"
                          .formatted(ratio)));
    }
  }

  /** The other views that a fit searches, unless X as it is shows its features. */
  private void addViews(LoadedData loaded, StopSignal stop) {
    boolean isPlain = count != null && !OF_VIEWS.contains(count.rule());
    if (isPlain
        || !(dataset.rows() instanceof Matrix x)
        || x.facts().missing() > 0
        || !Views.areSearched(x)) {
      return;
    }
    if (Views.clipped(x, stop) != null) {
      add(
          "tails",
          "single entries lie far outside the others of their columns: a fit also searches X with these clipped; --robust weighs them less");
    }
    int smaller = Math.min(x.rows(), x.cols());
    int factors = count == null ? Math.min(FACTORS, smaller / 4) : count.features();
    if (factors > 0
        && factors < smaller
        && Views.scaled(loaded.backend(), x, factors, false, stop) != null) {
      add(
          "unequal_noise",
          "the noise of columns differs: a fit also searches X in units of that noise; --view scaled fits that, and --column-weights noise weighs the error by it");
    }
  }

  /** The searches of a fit to complete dense rows, which are not too many, if it has the memory. */
  private void addSearches(LoadedData loaded, FitListener listener) {
    Integer k = features();
    if (k == null
        || k == 0
        || k > dataset.rows().rows()
        || !(dataset.rows() instanceof Matrix x)
        || !Views.areSearched(x)) {
      return;
    }
    LassoOptions options = LassoOptions.of(k);
    Backend backend = loaded.backend();
    if (LatentFeatureLasso.bytesNeeded(backend, x.rows(), x.cols(), options)
        > backend.bytesAvailable()) {
      return;
    }
    new LatentFeatureLasso(backend, options)
        .refusals(loaded, Views.of(loaded, options), listener)
        .forEach((name, reason) -> searches.put(name, reason.orElse(null)));
    String tried =
        searches.entrySet().stream()
            .filter(each -> each.getValue() == null)
            .map(Map.Entry::getKey)
            .collect(Collectors.joining(", "));
    Map<String, String> refused = new LinkedHashMap<>();
    searches.forEach(
        (name, reason) -> {
          if (reason != null) {
            refused.merge(reason, name, (some, one) -> some + ", " + one);
          }
        });
    String others =
        refused.entrySet().stream()
            .map(each -> "%s (%s)".formatted(each.getValue(), each.getKey()))
            .collect(Collectors.joining(", nor "));
    add(
        "searches",
        "before the convex fit, K = %d is searched by %s%s"
            .formatted(
                k,
                tried.isEmpty() ? "nothing" : tried,
                others.isEmpty() ? "" : "; not by " + others));
  }

  private void add(String name, String says) {
    findings.add(new Finding(name, says));
  }

  /**
   * Returns the beginning of a sentence on columns or rows.
   *
   * @param which of them, from 0
   * @param names of all; null if they have only numbers
   * @param what one of them is
   * @param one verb of a single one
   * @param many verb of several
   */
  private static String named(
      List<Integer> which, @Nullable List<String> names, String what, String one, String many) {
    String first =
        which.stream()
            .limit(NAMED)
            .map(at -> names == null ? Integer.toString(at + 1) : names.get(at))
            .collect(Collectors.joining(", "));
    if (which.size() == 1) {
      return what + " " + first + one;
    }
    return which.size() > NAMED
        ? "%,d %ss (%s, …)%s".formatted(which.size(), what, first, many)
        : "%ss %s%s".formatted(what, first, many);
  }
}
