package org.latentfeature.lasso;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.RemoteRows;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.OptionException;
import org.latentfeature.fit.factor.Regularisation;
import org.latentfeature.fit.identifiability.EqualFactorisations;
import org.latentfeature.fit.identifiability.Preference;

/**
 * Options of a fit. {@link #of} gives the defaults; the {@code with…} methods change one.
 *
 * @param k number of features, K
 * @param method of the fit
 * @param penalty of the convex fit; null for a decreasing sequence derived from the data and K
 * @param corrective solver of the corrective step
 * @param seed of every random number of the fit
 * @param search effort of each greedy step
 * @param maxSteps maximum greedy steps of one convex fit
 * @param reduce singular vectors of X that the convex fit and the path see
 * @param emptyColumns what becomes of columns without a known entry
 * @param variant what is minimised beside the plain squared error
 * @param view of X in which Z is searched
 * @param prefer which of several factorisations with the same Z W is taken
 * @param regularisation of W and of codes, for X with missing entries
 * @param timeLimit time after which the fit stops with the best result so far; null for no limit
 */
public record LassoOptions(
    int k,
    Method method,
    @Nullable Penalty penalty,
    Corrective corrective,
    long seed,
    SearchOptions search,
    int maxSteps,
    Reduction reduce,
    EmptyColumns emptyColumns,
    Variant variant,
    View view,
    Preference prefer,
    Regularisation regularisation,
    @Nullable Duration timeLimit)
    implements FitOptions {

  /**
   * Number of rows from which one sweep is as good as many, since the sums of unit vectors settle
   * within it; the fit takes half as long or less.
   */
  private static final int MANY_ROWS = 100_000;

  /** Solver of the convex problem over the current atoms, the fully corrective step. */
  public enum Corrective {
    /** Projected Newton steps on the atoms' weights c: few steps, whatever the number of atoms. */
    NEWTON,
    /** Block coordinate descent on the rows of V, the group-lasso form. */
    BCD,
    /** The paper's proximal gradient updates on c (eq. 9). */
    PROXIMAL
  }

  /** The treatment of columns of which no row knows an entry. */
  public enum EmptyColumns {
    /** They are refused, by name. */
    ERROR,
    /** The others are fitted; in W these are NaN. */
    DROP
  }

  /**
   * A view of X: less an intercept of each column (centred), columns in units of their noise
   * (scaled), outlying entries counted by their size (clipped), or several of these.
   */
  public enum View {
    /** X as it is; where its cheap searches do not settle, the first other view that does. */
    AUTO(false, false, false),
    /** X as it is. */
    PLAIN(false, false, false),
    /** X less an intercept, see {@link Variant#intercept}. */
    CENTRED(true, false, false),
    /** Columns of X in units of their noise. */
    SCALED(false, true, false),
    /** X less an intercept, its columns in units of their noise. */
    CENTRED_SCALED(true, true, false),
    /** X with outlying entries counted by their size, see {@link Variant#robust}. */
    CLIPPED(false, false, true),
    /** X less an intercept, with outlying entries counted by their size. */
    CENTRED_CLIPPED(true, false, true),
    /** Columns in units of their noise, with outlying entries counted by their size. */
    SCALED_CLIPPED(false, true, true),
    /** X less an intercept, scaled and clipped as these. */
    CENTRED_SCALED_CLIPPED(true, true, true);

    private final boolean centred;
    private final boolean scaled;
    private final boolean clipped;

    View(boolean centred, boolean scaled, boolean clipped) {
      this.centred = centred;
      this.scaled = scaled;
      this.clipped = clipped;
    }

    /** Returns whether each column has an intercept. */
    public boolean isCentred() {
      return centred;
    }

    /** Returns whether columns are weighed by their noise. */
    public boolean isScaled() {
      return scaled;
    }

    /** Returns whether outlying entries count by their size. */
    public boolean isClipped() {
      return clipped;
    }

    /** Returns whether it is another view than X as it is. */
    public boolean isOther() {
      return centred || scaled || clipped;
    }

    /** Returns its name as an option's value, such as {@code centred+scaled}. */
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '+');
    }

    @Override
    public String toString() {
      return word();
    }

    /** Returns {@code variant} with what this view asks for. */
    public Variant of(Variant variant) {
      return variant
          .withIntercept(variant.intercept() || isCentred())
          .withRobust(variant.robust() || isClipped());
    }
  }

  /** Checks the ranges. */
  public LassoOptions {
    FitOptions.requireFeatures(k);
    if (maxSteps < 1) {
      throw new OptionException("max-steps", "is " + maxSteps + "; a convex fit needs at least 1");
    }
    reduce.requireRoomFor(k);
    if (prefer != Preference.SIMPLEST
        && prefer != Preference.ANY
        && k > EqualFactorisations.MAX_COLUMNS) {
      throw new OptionException(
          "prefer",
          "is %s, but equal factorisations are compared for at most %d features, and there are to be %d; drop it"
              .formatted(prefer.word(), EqualFactorisations.MAX_COLUMNS, k));
    }
    if (view == View.PLAIN && (variant.intercept() || variant.robust())) {
      throw new OptionException(
          "view",
          "is plain, but %s asks for the %s view; drop one of the two"
              .formatted(
                  variant.intercept() ? "intercept" : "robust",
                  (variant.intercept() ? View.CENTRED : View.CLIPPED).word()));
    }
  }

  /**
   * The defaults for K features.
   *
   * @throws IllegalArgumentException if {@code k} is below 1
   */
  public static LassoOptions of(int k) {
    return new LassoOptions(
        k,
        Method.BEST,
        null,
        Corrective.NEWTON,
        0,
        SearchOptions.of(Math.max(1, k)),
        1000,
        Reduction.AUTO,
        EmptyColumns.ERROR,
        Variant.PLAIN,
        View.AUTO,
        Preference.SIMPLEST,
        Regularisation.DEFAULT,
        null);
  }

  /** The defaults of {@code method} for K features: {@link #paper} for the paper's. */
  public static LassoOptions of(int k, Method method) {
    return method == Method.PAPER ? paper(k) : of(k).withMethod(method);
  }

  /**
   * The published algorithm (Yen et al. 2017, section 6) for K features: 300 greedy steps of one
   * atom each, the best of 100 roundings after 100 sweeps at rank 10; the proximal corrective step
   * (eq. 9); the K largest atoms, read out every ten steps; no refinement. Beyond the paper each
   * rounded atom is polished by flips of single rows, without which no setting that was tried comes
   * near the printed errors (docs/reproduction.md). The paper's λ and τ were set by hand; here
   * three penalties are tried, .05, .03 and .02 of the one that keeps every atom out, unless one is
   * given.
   */
  public static LassoOptions paper(int k) {
    return new LassoOptions(
        k,
        Method.PAPER,
        null,
        Corrective.PROXIMAL,
        0,
        SearchOptions.PAPER,
        300,
        Reduction.NONE,
        EmptyColumns.ERROR,
        Variant.PLAIN,
        View.AUTO,
        Preference.ANY,
        Regularisation.DEFAULT,
        null);
  }

  /** Maximum atoms of a convex fit: before it finds the ground truth it has several times K. */
  int mostAtoms() {
    return 16 * k + 128;
  }

  /** Effort of each greedy step on {@code x}; the published algorithm is what it is. */
  SearchOptions effort(Rows x) {
    if (method == Method.PAPER) {
      return search;
    }
    if (x instanceof RemoteRows) {
      return search.inFewRounds();
    }
    boolean isLarge = x instanceof FileRows || x.rows() >= MANY_ROWS;
    return isLarge ? search.inFewReadings() : search;
  }

  /** These options with another method; {@link #of(int, Method)} returns a method's defaults. */
  public LassoOptions withMethod(Method value) {
    return with(draft -> draft.method = value);
  }

  /** These options with another penalty; null for the default sequence. */
  public LassoOptions withPenalty(@Nullable Penalty value) {
    return with(draft -> draft.penalty = value);
  }

  /** These options with another solver of the corrective step. */
  public LassoOptions withCorrective(Corrective value) {
    return with(draft -> draft.corrective = value);
  }

  @Override
  public LassoOptions withSeed(long value) {
    return with(draft -> draft.seed = value);
  }

  @Override
  public LassoOptions withTimeLimit(@Nullable Duration value) {
    return with(draft -> draft.timeLimit = value);
  }

  /** These options with another effort of the greedy steps. */
  public LassoOptions withSearch(SearchOptions value) {
    return with(draft -> draft.search = value);
  }

  /** These options with another maximum of greedy steps, at least 1. */
  public LassoOptions withMaxSteps(int value) {
    return with(draft -> draft.maxSteps = value);
  }

  /** These options with another spectral reduction of X. */
  public LassoOptions withReduce(Reduction value) {
    return with(draft -> draft.reduce = value);
  }

  /** These options with another K. */
  public LassoOptions withK(int value) {
    return with(draft -> draft.k = value);
  }

  /** These options with another variant. */
  public LassoOptions withVariant(Variant value) {
    return with(draft -> draft.variant = value);
  }

  /** These options with another view of X. */
  public LassoOptions withView(View value) {
    return with(draft -> draft.view = value);
  }

  /** These options with another choice among factorisations with the same Z W. */
  public LassoOptions withPrefer(Preference value) {
    return with(draft -> draft.prefer = value);
  }

  /** These options with another answer to columns without a known entry. */
  public LassoOptions withEmptyColumns(EmptyColumns value) {
    return with(draft -> draft.emptyColumns = value);
  }

  @Override
  public boolean dropsEmptyColumns() {
    return emptyColumns == EmptyColumns.DROP;
  }

  /** These options with another regularisation, for X with missing entries. */
  public LassoOptions withRegularisation(Regularisation value) {
    return with(draft -> draft.regularisation = value);
  }

  /** The ridge of W, κ; null for one estimated from the residual. */
  public @Nullable Double ridge() {
    return regularisation.ridge();
  }

  /**
   * Returns λ, the amount that a feature of a row must take off its squared error, in squared units
   * of X.
   */
  public double bitCost() {
    return regularisation.bitCost();
  }

  /** These options with another ridge of W, at least 0; null for one estimated. */
  public LassoOptions withRidge(@Nullable Double value) {
    return withRegularisation(new Regularisation(value, bitCost()));
  }

  /** These options with another cost of a row's feature, at least 0. */
  public LassoOptions withBitCost(double value) {
    return withRegularisation(new Regularisation(ridge(), value));
  }

  @Override
  public Map<String, String> words() {
    return LassoOptionTable.ALL.words(this);
  }

  private LassoOptions with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.options();
  }

  /** Options of which one is changed. */
  private static final class Draft {

    private int k;
    private Method method;
    private @Nullable Penalty penalty;
    private Corrective corrective;
    private long seed;
    private SearchOptions search;
    private int maxSteps;
    private Reduction reduce;
    private EmptyColumns emptyColumns;
    private Variant variant;
    private View view;
    private Preference prefer;
    private Regularisation regularisation;
    private @Nullable Duration timeLimit;

    Draft(LassoOptions from) {
      k = from.k;
      method = from.method;
      penalty = from.penalty;
      corrective = from.corrective;
      seed = from.seed;
      search = from.search;
      maxSteps = from.maxSteps;
      reduce = from.reduce;
      emptyColumns = from.emptyColumns;
      variant = from.variant;
      view = from.view;
      prefer = from.prefer;
      regularisation = from.regularisation;
      timeLimit = from.timeLimit;
    }

    LassoOptions options() {
      return new LassoOptions(
          k,
          method,
          penalty,
          corrective,
          seed,
          search,
          maxSteps,
          reduce,
          emptyColumns,
          variant,
          view,
          prefer,
          regularisation,
          timeLimit);
    }
  }

  @Override
  public String toString() {
    return line(of(k));
  }
}
