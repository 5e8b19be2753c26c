package org.latentfeature.lasso;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.Incumbent;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.fit.factor.CodeRefinement;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.factor.FitRows;
import org.latentfeature.fit.factor.HartiganMoves;
import org.latentfeature.fit.factor.SpectralFloor;
import org.latentfeature.fit.factor.Workbench;
import org.latentfeature.lasso.Found.SearchedColumns;
import org.latentfeature.step.Moments;

/**
 * The place where the lasso's searches work: open steps on the rows of a fit, what is known of
 * these rows, and the best result so far.
 */
final class LassoBench implements Workbench {

  /** Random starts of each row coded anew, if one start leaves this share of the error more. */
  static final int RESTARTS = 16;

  /** Purpose of the starts of rows that are coded anew. */
  private static final long CODING = 0xe47e;

  /** Rounds of refinement before a convex fit is compared with the ground truth's error. */
  private static final int SETTLING_ROUNDS = 4;

  private final LassoPlan plan;
  private final LassoSteps steps;
  private final FitRows data;
  private final boolean isSample;
  private final FitMonitor monitor;
  private final Incumbent<Found> incumbent;
  private final Incumbent<Unrounded> unrounded;
  private final List<Grown> models;
  private final CodeRefinement refinement;
  private final GreedyAtom greedy;
  private final FeaturePath path;
  private final FeatureSwaps swaps;
  private final @Nullable ResidualNoise noise;
  private final Agreement agreement;
  private @Nullable Spectrum spectrum;
  private Spectrum.@Nullable Leading leading;
  private @Nullable SpectralFloor floor;
  private @Nullable HartiganMoves moves;
  private @Nullable LassoResult viewed;
  private SearchedColumns searched = SearchedColumns.NONE;
  private String method = LassoStages.PATH;
  private double penalty = Double.NaN;
  private int rounds;
  private @Nullable Found best;
  private boolean isReached;

  /**
   * Offers what its searches find to {@code incumbent}, what a convex fit is rounded from to {@code
   * unrounded}, and adds a path's models to {@code models}.
   */
  LassoBench(
      LassoPlan plan,
      LassoSteps steps,
      FitRows data,
      FitMonitor monitor,
      Incumbent<Found> incumbent,
      Incumbent<Unrounded> unrounded,
      List<Grown> models) {
    this(plan, steps, data, monitor, incumbent, unrounded, models, new Agreement(), false);
  }

  private LassoBench(
      LassoPlan plan,
      LassoSteps steps,
      FitRows data,
      FitMonitor monitor,
      Incumbent<Found> incumbent,
      Incumbent<Unrounded> unrounded,
      List<Grown> models,
      Agreement agreement,
      boolean isSample) {
    this.plan = plan;
    this.steps = steps;
    this.data = data;
    this.monitor = monitor;
    this.incumbent = incumbent;
    this.unrounded = unrounded;
    this.models = models;
    this.agreement = agreement;
    this.isSample = isSample;
    LassoOptions options = plan.options();
    refinement =
        new CodeRefinement(
            data.loaded(),
            steps.rows,
            steps.factorisation,
            steps.codes,
            data.prepared().costs(options.regularisation()),
            this::offer);
    SearchOptions effort = options.effort(data.loaded().source());
    greedy = new GreedyAtom(steps::search, effort, options.seed(), monitor);
    GainAtoms gains = new GainAtoms(steps, refinement, effort, options.seed(), monitor);
    path = new FeaturePath(steps, refinement, greedy, gains);
    swaps = new FeatureSwaps(steps.rows, refinement, path, monitor, options.seed());
    noise = data.known() < 1 ? new ResidualNoise(data.loaded().x()) : null;
  }

  /**
   * Hands on to a bench without a result what is known of the spectrum and of columns; this one
   * keeps nothing of it, since the Gram matrix may be as large as the data.
   *
   * @param open steps on {@code rows}, these or others
   * @param rows the same rows, or their reduction
   */
  LassoBench next(LassoSteps open, FitRows rows) {
    LassoBench next =
        new LassoBench(plan, open, rows, monitor, incumbent, unrounded, models, agreement, false);
    next.floor = floor;
    next.searched = searched;
    if (open == steps) {
      next.spectrum = spectrum;
      next.leading = leading;
    }
    spectrum = null;
    leading = null;
    return next;
  }

  /** Returns a bench on a sample of the rows, with results of its own. */
  LassoBench onSample(LassoSteps open, FitRows sample) {
    LassoBench part =
        new LassoBench(
            plan,
            open,
            sample,
            monitor,
            new Incumbent<>(),
            new Incumbent<>(),
            new ArrayList<>(),
            new Agreement(),
            true);
    part.floor = SpectralFloor.unknown(sample.prepared().noisyCols());
    return part;
  }

  // What the searches work with.

  LassoPlan plan() {
    return plan;
  }

  LassoOptions options() {
    return plan.options();
  }

  LassoSteps steps() {
    return steps;
  }

  FitRows data() {
    return data;
  }

  /** Returns whether the rows are a sample of those of the fit. */
  boolean isSample() {
    return isSample;
  }

  @Override
  public FitMonitor monitor() {
    return monitor;
  }

  CodeRefinement refinement() {
    return refinement;
  }

  /** Returns the greedy step, which looks for the atom of largest score. */
  GreedyAtom greedy() {
    return greedy;
  }

  FeaturePath path() {
    return path;
  }

  FeatureSwaps swaps() {
    return swaps;
  }

  /** Returns the models of a path so far, by K. */
  List<Grown> models() {
    return models;
  }

  /** Returns a convex fit without atoms. */
  ConvexFit convexFit(int maxAtoms) {
    return new ConvexFit(
        steps, plan.backend().algebra(), plan.options(), monitor, greedy, data, maxAtoms);
  }

  /** Returns the stream of the starts of rows that are coded anew. */
  long coding() {
    return CounterRandom.stream(plan.options().seed(), CODING);
  }

  // Results.

  @Override
  public void method(String name) {
    method = name;
    penalty = Double.NaN;
  }

  /** Sets the penalty of the following results, which are of the convex fit. */
  void penalty(double mu) {
    penalty = mu;
  }

  /** Sets the method and the penalty of the following results to those of {@code found}. */
  void continueFrom(Found found) {
    method = found.method();
    penalty = found.mu();
  }

  private void offer(Factors factors) {
    int k = factors.z().cols();
    if (k >= 1 && k <= plan.options().k()) {
      incumbent.offer(foundNow(factors), -data.whole(factors.squaredError()));
    }
  }

  /** Keeps the atoms of {@code fit} if they come to codes of less error than those before. */
  void keepUnrounded(ConvexFit fit, Factors rounded) {
    if (plan.isRounding() && fit.size() > 0) {
      unrounded.offer(
          new Unrounded(fit.columns(), fit.coefficients(), penalty), -rounded.squaredError());
    }
  }

  private Found foundNow(Factors factors) {
    return new Found(factors, method, penalty, searched);
  }

  /** Keeps the result of the search if it has less error than those before. */
  void keep(Factors factors) {
    // A convex fit that begins with verified columns repeats them; a search that is cut has not
    // ended.
    boolean isIndependent = !method.equals(LassoStages.CONVEX_FIT) || searched.columns().isEmpty();
    if (isIndependent && !monitor.signal().isSet()) {
      agreement.note(method, factors.z(), data.whole(factors.squaredError()));
    }
    keepBetter(factors);
  }

  private void keepBetter(Factors factors) {
    Found other = best;
    if (other == null || factors.squaredError() < other.factors().squaredError()) {
      best = foundNow(factors);
    }
  }

  /**
   * Refines codes that a search proposes, keeps them if they are better than those before, and
   * reports a step. Ends the search for the ground truth if they leave no more error.
   *
   * @param z N×K, or fewer columns
   */
  void offerProposal(BinaryMatrix z) {
    Factors refined = refined(z);
    keep(refined);
    isReached |= ColumnAtoms.isTruth(refined, this);
  }

  /** Refines the best so far in the same way, if there is one. */
  void refineBest() {
    Found found = best;
    if (found != null) {
      Factors refined = refined(found.factors().z());
      keepBetter(refined);
      isReached |= ColumnAtoms.isTruth(refined, this);
    }
  }

  private Factors refined(BinaryMatrix z) {
    Factors refined = moved(refinement.run(z));
    report(refined);
    return refined;
  }

  /** Returns that searches agree on their best codes, as one line; null if they do not. */
  @Nullable String agreement() {
    return agreement.reason();
  }

  /** Takes a fit in another view of X as the result; its codes are kept. */
  void take(LassoResult found) {
    viewed = found;
    isReached = true;
    keep(monitor.close(() -> refinement.fit(found.z())));
  }

  /** Returns the fit in another view of X that is the result; null if there is none. */
  @Nullable LassoResult viewed() {
    return viewed;
  }

  /** The search has found what may be the ground truth. */
  void reach() {
    isReached = true;
  }

  /** Returns the best result that a search has kept; null if there is none. */
  @Nullable Found best() {
    return best;
  }

  /** Returns the best result; every portfolio of the lasso has a search that keeps one. */
  Found result() {
    return Objects.requireNonNull(best);
  }

  @Override
  public double rmse() {
    return best == null ? Double.NaN : data.rmse(best.factors().squaredError());
  }

  @Override
  public boolean isReached() {
    return isReached;
  }

  @Override
  public boolean isCertain() {
    return false;
  }

  /** Returns what has been found; null if nothing has. */
  @Nullable Found found() {
    return incumbent.best();
  }

  /** Adds a model to the path. */
  void add(Factors model) {
    // Leading values of sparse rows may be too small, and so bound nothing without a gap.
    double least = data.sine() > 0 ? Double.NaN : floorIfKnown().squaredError(model.z().cols());
    models.add(new Grown(model, least, monitor.elapsed()));
  }

  /** If the path has no model when it is stopped, it has one of one feature. */
  void requireModel() {
    if (models.isEmpty()) {
      Found first = incumbent.best();
      add(first == null || first.factors().z().cols() > 1 ? refinement.mean() : first.factors());
    }
  }

  /** Reports one more step of the search. */
  void report(Factors factors) {
    report(method, ++rounds, factors);
  }

  /** Reports a step of the path. */
  void reportModel(Factors factors) {
    report(isSample ? LassoStages.SAMPLE : LassoStages.PATH, factors.z().cols(), factors);
  }

  private void report(String stage, int step, Factors factors) {
    monitor.step(
        stage,
        step,
        factors.z().cols(),
        data.objective(factors.squaredError()),
        data.rmse(factors.squaredError()),
        Map.of());
  }

  // Columns that are known to be in Z.

  @Override
  public void refused(String search, String reason) {
    Workbench.super.refused(search, reason);
    if (search.equals(LassoStages.COLUMNS)) {
      searched = SearchedColumns.none(reason);
    }
  }

  void searched(SearchedColumns columns) {
    searched = columns;
  }

  SearchedColumns searched() {
    return searched;
  }

  // The ground truth.

  /** Returns why the singular vectors of X are not computed, as one line; null if they are. */
  @Nullable String withoutSpectrum() {
    Rows x = data.loaded().source();
    return data.known() < 1
        ? "entries of X are missing"
        : !isSpectrumKnown()
            ? "X is too large to compute its spectrum"
            : x instanceof FileRows ? "X stays in its file" : x.isSparse() ? "X is sparse" : null;
  }

  boolean isSpectrumKnown() {
    return data.known() == 1
        && Spectrum.isKnown(steps.rows.rows(), steps.rows.cols())
        && plan.backend().offers(new Moments.Limits());
  }

  Spectrum spectrum() {
    Spectrum known = spectrum;
    if (known == null) {
      known =
          monitor.time(
              "spectrum",
              () ->
                  Spectrum.of(
                      steps.rows, data.whole(0), plan.backend().algebra(), monitor.signal()));
      spectrum = known;
    }
    return known;
  }

  /** Returns the K leading singular vectors of the rows. */
  Spectrum.Leading leading() {
    Spectrum.Leading known = leading;
    if (known == null) {
      Spectrum of = spectrum();
      known = monitor.time("spectrum", () -> of.leading(plan.options().k()));
      leading = known;
    }
    return known;
  }

  /** Returns the least errors by the spectrum, if it can be computed. */
  SpectralFloor floor() {
    if (floor == null) {
      floor = isSpectrumKnown() ? known() : floorIfKnown();
    }
    return floor;
  }

  /** The Gram matrix, which may be as large as the data, is released for it. */
  private SpectralFloor known() {
    Spectrum of = spectrum();
    double[] values = monitor.time("spectrum", of::squaredSingularValues);
    spectrum = null;
    return new SpectralFloor(values, of.beyond(), data.noisyCols());
  }

  /**
   * Returns the least squared error of any factorisation with K features, of all rows and columns;
   * NaN if the spectrum has not been computed.
   */
  double leastError() {
    Spectrum.Leading known = leading;
    double sine = data.sine();
    if (sine > 0) {
      return known != null && known.hasGap() && sine < 1
          ? Math.max(0, known.least() - sine * sine * known.sum())
          : Double.NaN;
    }
    return floor == null && known != null && known.hasGap()
        ? known.least()
        : floorIfKnown().squaredError(plan.options().k());
  }

  private SpectralFloor floorIfKnown() {
    return floor == null ? SpectralFloor.unknown(data.prepared().noisyCols()) : floor;
  }

  /** Returns whether {@code factors} may be the ground truth. */
  boolean mayBeTruth(Factors factors, int k) {
    ResidualNoise expected = noise;
    if (expected == null) {
      return floor().isReached(data.whole(factors.squaredError()), k);
    }
    steps.search().residual(refinement.resident(factors), factors.w());
    return expected.isNoise(factors.squaredError(), k, greedy.search().atoms());
  }

  /** Returns whether the K largest atoms of {@code convex}, refined, may be the ground truth. */
  boolean settles(ConvexFit convex, int k) {
    if (convex.size() < k) {
      return false;
    }
    Factors rounded = monitor.time("refine", () -> refinement.run(convex.best(k), SETTLING_ROUNDS));
    return mayBeTruth(rounded, k);
  }

  // Rows that move against the dictionary of the others.

  /** Returns why rows are not moved one by one, as one line; null if they are. */
  @Nullable String withoutMoves() {
    String without = withoutSpectrum();
    if (without != null) {
      return without;
    }
    int n = steps.rows.rows();
    int most = HartiganMoves.maxRows(plan.options().k());
    return n <= most
        ? null
        : "X has %,d rows; at K = %d up to %,d are moved one by one"
            .formatted(n, plan.options().k(), most);
  }

  /** Returns moves of the rows; null if there are {@link #withoutMoves none}. */
  @Nullable HartiganMoves moves() {
    prepareMoves();
    return moves;
  }

  /** Computes the products of rows now, rather than beside what a search holds on the device. */
  void prepareMoves() {
    if (moves == null && withoutMoves() == null) {
      moves = new HartiganMoves(rowGram(), monitor.signal());
    }
  }

  private Dense rowGram() {
    if (spectrum().isOfRows()) {
      return spectrum().gram();
    }
    try (Moments moments = steps.rows.open(new Moments.Limits(), monitor.signal())) {
      return moments.rowGram();
    }
  }

  /** Returns {@code factors} after moves of their rows, refined, if these lower the error. */
  private Factors moved(Factors factors) {
    HartiganMoves by = moves();
    if (by == null) {
      return factors;
    }
    BinaryMatrix z = by.improve(factors.z());
    return z.equals(factors.z()) ? factors : factors.orBetter(refinement.run(z));
  }

  // The rows in other forms.

  /** Returns the rows in fewer dimensions, on which the fit continues; null if it does on these. */
  @Nullable FitRows reduced() {
    int d = steps.rows.cols();
    Rows x = data.loaded().source();
    if (data.known() < 1) {
      plan.requireUnreduced();
      return null;
    }
    int size = plan.dimensions(d);
    boolean isReduced = data.loaded() != data.prepared().fitted();
    if (isReduced || size == d || !x.isInMemory() || x.isSparse()) {
      return null;
    }
    Dense gram = isSpectrumKnown() && steps.rows.rows() > d ? spectrum().gram() : null;
    FitRows reduced =
        monitor.time(
            "reduce",
            () -> data.prepared().rows(size, gram, plan.backend().algebra(), monitor.signal()));
    floor();
    spectrum = null;
    return reduced;
  }

  /**
   * Where entries are missing single flips may end beside a row's best code: its features overlap
   * more in what is known. Returns {@code found} with codes from other starts where they are
   * better.
   */
  Found recoded(Found found) {
    if (noise == null) {
      return found;
    }
    continueFrom(found);
    Factors coded =
        monitor.time(
            "refine",
            () -> refinement.descend(refinement.encode(found.factors().w(), RESTARTS, coding())));
    return found.with(found.factors().orBetter(coded));
  }
}
