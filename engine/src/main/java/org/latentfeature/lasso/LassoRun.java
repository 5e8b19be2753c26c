package org.latentfeature.lasso;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.factor.CodeRefinement;
import org.latentfeature.factor.Factors;
import org.latentfeature.factor.FitRows;
import org.latentfeature.factor.PathSample;
import org.latentfeature.factor.SpectralFloor;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.Incumbent;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.lasso.ColumnProposals.Proposed;
import org.latentfeature.lasso.Found.Proposals;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StoppedException;
import org.latentfeature.random.CounterRandom;
import org.latentfeature.step.Moments;

/** One fit, or one path, on open steps. */
final class LassoRun {

  /** Work limit of {@link FeatureSwaps} for one K, about a second. */
  private static final double EXCHANGE = 5e8;

  /** Multiple of {@link #EXCHANGE} that is the limit on a sample of the rows. */
  private static final double SAMPLE_EXCHANGE = 4;

  /** Random starts of each row coded anew, if one start leaves this share of the error more. */
  private static final int RESTARTS = 16;

  private static final double CODING_GAIN = 1e-4;

  /** Rows are coded anew while that gains this share of the error: on the sample, on all rows. */
  private static final double SAMPLE_GAIN = 1e-4;

  private static final double EXTENSION_GAIN = 1e-3;

  /** Purpose of these starts. */
  private static final long EXTENSION = 0xe47e;

  /** Rounds of refinement before a convex fit is compared with the ground truth's error. */
  private static final int SETTLING_ROUNDS = 4;

  /** Greedy steps of the path's convex fit for each K; it is warm-started from the K before. */
  private static final int PROPOSAL_STEPS = 8;

  static final Proposals NOT_ASKED = new Proposals(List.of(), null);

  /** Share of a time limit for each of the two methods of {@link Method#BEST}. */
  private static final double SHARE = 0.5;

  private final LassoPlan plan;
  private final LassoOptions options;
  private final LassoSteps steps;
  private final FitRows data;
  private final int rows;
  private final boolean isSample;
  private final FitMonitor monitor;
  private final Incumbent<Found> incumbent;
  private final List<Grown> models;
  private final CodeRefinement refinement;
  private final GreedyAtom search;
  private final FeaturePath path;
  private final FeatureSwaps exchange;
  private @Nullable Spectrum spectrum;
  private @Nullable SpectralFloor floor;
  private final @Nullable ResidualNoise noise;
  private @Nullable ConvexFit convex;
  private double mu = Double.NaN;
  private @Nullable String stage;
  private @Nullable Found together;
  private int rounds;
  private Proposals proposed = NOT_ASKED;

  /** Offers its results to {@code incumbent}, and stores a path's models in {@code models}. */
  LassoRun(
      LassoPlan plan,
      LassoSteps steps,
      FitRows data,
      FitMonitor monitor,
      Incumbent<Found> incumbent,
      List<Grown> models) {
    this(plan, steps, data, monitor, incumbent, models, false);
  }

  /** Continues after {@code first}, which looked at the spectrum and the proposals. */
  LassoRun(LassoRun first, LassoSteps steps, FitRows reduced) {
    this(first.plan, steps, reduced, first.monitor, first.incumbent, first.models, false);
    floor = first.floor;
    proposed = first.proposed;
  }

  /** On a sample of the rows of {@code all}. */
  private LassoRun(LassoRun all, LassoSteps steps, FitRows sample, Incumbent<Found> incumbent) {
    this(all.plan, steps, sample, all.monitor, incumbent, new ArrayList<>(), true);
    floor = SpectralFloor.unknown(sample.prepared().noisyCols());
  }

  private LassoRun(
      LassoPlan plan,
      LassoSteps steps,
      FitRows data,
      FitMonitor monitor,
      Incumbent<Found> incumbent,
      List<Grown> models,
      boolean isSample) {
    this.plan = plan;
    options = plan.options();
    this.incumbent = incumbent;
    this.models = models;
    this.steps = steps;
    this.data = data;
    this.monitor = monitor;
    this.isSample = isSample;
    rows = steps.rows.rows();
    refinement =
        new CodeRefinement(
            data.loaded(),
            steps.rows,
            steps.factorisation,
            steps.codes,
            data.prepared().costs(options.regularisation()),
            this::offer);
    SearchOptions effort = options.effort(data.loaded().source());
    search = new GreedyAtom(steps.search, effort, options.seed(), monitor);
    GainAtoms gains = new GainAtoms(steps, refinement, effort, options.seed(), monitor);
    path = new FeaturePath(steps.search, refinement, search, gains);
    noise = data.known() < 1 ? new ResidualNoise(data.loaded().x()) : null;
    exchange = new FeatureSwaps(steps.rows, refinement, path, monitor, options.seed());
  }

  private void offer(Factors factors) {
    int k = factors.z().cols();
    if (k >= 1 && k <= options.k()) {
      incumbent.offer(foundNow(factors), -data.whole(factors.squaredError()));
    }
  }

  /** {@code factors} as a result of the current stage. */
  private Found foundNow(Factors factors) {
    String method = stage;
    if (method == null) {
      method = Double.isNaN(mu) ? LassoStages.PATH : LassoStages.CONVEX_FIT;
    }
    return new Found(factors, method, mu, proposed);
  }

  /**
   * From the codes {@code start}: refined, coded anew while that helps, and grown to K features.
   */
  Found started(BinaryMatrix start) {
    stage = LassoStages.START;
    Factors grown = monitor.time("refine", () -> refinedStart(start));
    tell(grown);
    while (grown.z().cols() < options.k()) {
      grown = path.grow(grown);
      tell(grown);
    }
    Found found = foundNow(grown);
    return noise == null ? found : recoded(found);
  }

  private Factors refinedStart(BinaryMatrix start) {
    Factors refined = refinement.run(start);
    return start.cols() == 0
        ? refined
        : refined.orBetter(refinement.extend(refined.w(), RESTARTS, coding(), EXTENSION_GAIN));
  }

  /** The result of a stopped warm start: at least {@code start} itself. */
  Found startedSoFar(BinaryMatrix start) {
    Found best = incumbent.best();
    return best != null
        ? best
        : foundNow(start.cols() == 0 ? refinement.mean() : refinement.fit(start));
  }

  /** Runs the options' method. */
  Found fit() {
    Found found = byMethod();
    return noise == null || options.method() == Method.PAPER ? found : recoded(found);
  }

  /**
   * Where entries are missing single flips may end beside a row's best code: its features overlap
   * more in what is known. Codes from other starts are kept if they are better.
   */
  private Found recoded(Found found) {
    Factors best = found.factors();
    Factors coded =
        monitor.time(
            "refine", () -> refinement.descend(refinement.encode(best.w(), RESTARTS, coding())));
    return found.with(best.orBetter(coded));
  }

  private Found byMethod() {
    return switch (options.method()) {
      case PATH -> Found.path(path(), proposed);
      case PAPER -> published();
      case LASSO -> {
        PenaltySearch lasso = new PenaltySearch();
        lasso.run();
        yield lasso.found();
      }
      case BEST -> better();
    };
  }

  /**
   * The better of the convex fit and the path, unless the proposed columns, or the convex fit,
   * reach the ground truth's error.
   */
  private Found better() {
    if (plan.proposals() != ColumnProposals.NONE) {
      floor();
    }
    PenaltySearch lasso = new PenaltySearch();
    boolean whole = monitor.within(SHARE, lasso::run);
    if (whole && lasso.settled) {
      return lasso.found();
    }
    if (!whole) {
      soFar();
    }
    convex = null;
    mu = Double.NaN;
    Factors grown = path();
    if (!whole) {
      lasso.run();
    }
    return orLast(orTogether(better(lasso.found(), grown)));
  }

  /** Returns the last proposal, refined, if it has less error than {@code best}. */
  private Found orLast(Found best) {
    if (data.known() < 1 || !(data.prepared().fitted().source() instanceof Matrix)) {
      return best;
    }
    stage = LassoStages.ANNEAL;
    try {
      ColumnProposals.LastRequest request =
          new ColumnProposals.LastRequest(
              data.prepared().fitted(),
              data.prepared().noisyCols(),
              options.k(),
              options.seed(),
              monitor.signal());
      Optional<BinaryMatrix> z =
          monitor.time(LassoStages.ANNEAL, () -> plan.proposals().proposeLast(request));
      if (z.isEmpty()) {
        return best;
      }
      Factors refined = monitor.time("refine", () -> refinement.run(z.get()));
      tell(refined);
      if (refined.squaredError() >= best.factors().squaredError()) {
        return best;
      }
      mu = Double.NaN;
      return foundNow(refined);
    } finally {
      stage = null;
    }
  }

  private Found better(Found rounded, Factors grown) {
    if (rounded.factors().squaredError() > grown.squaredError()) {
      return foundNow(grown);
    }
    mu = rounded.mu();
    return foundNow(exchanged(rounded.factors()));
  }

  /** The columns proposed together, if they have less error. */
  Found orTogether(Found best) {
    Found other = together;
    return other != null && other.factors().squaredError() < best.factors().squaredError()
        ? other
        : best;
  }

  /**
   * The proposed columns, refined, if they reach the ground truth's error; otherwise, or if none
   * are asked for, null.
   */
  @Nullable Found verified() {
    if (plan.proposals() == ColumnProposals.NONE) {
      return null;
    }
    int k = options.k();
    int most = Math.min(steps.rows.rows(), steps.rows.cols());
    if (data.known() < 1) {
      proposed = Proposals.none("entries of X are missing; they are searched in complete rows");
      return null;
    }
    if (!isSpectrumKnown()) {
      proposed = Proposals.none("X is too large to compute its spectrum");
      return null;
    }
    if (data.loaded().source() instanceof FileRows) {
      proposed = Proposals.none("X stays in its file; they are searched in rows in memory");
      return null;
    }
    if (data.loaded().source() instanceof SparseRows) {
      proposed = Proposals.none("X is sparse; they are searched in dense rows (--dense)");
      return null;
    }
    if (k > most) {
      proposed = Proposals.none("K is %d, but the rank of X is at most %d".formatted(k, most));
      return null;
    }
    int least = plan.proposals().leastRows(k);
    if (steps.rows.rows() < least) {
      proposed =
          Proposals.none(
              "X has %d rows; to verify a column at K = %d, at least %d are needed"
                  .formatted(steps.rows.rows(), k, least));
      return null;
    }
    Spectrum known = spectrum();
    Spectrum.Leading leading = monitor.time("spectrum", () -> known.leading(k));
    if (!leading.hasGap()) {
      proposed = Proposals.none("the singular values of X have no gap after K = %d".formatted(k));
      return null;
    }
    proposed = new Proposals(List.of(), null);
    ColumnProposals.Request request =
        new ColumnProposals.Request(
            plan.backend(),
            steps.rows,
            data.loaded().x(),
            known,
            leading,
            data.prepared().noisyCols(),
            options.seed(),
            monitor.signal());
    try {
      stage = LassoStages.COLUMNS;
      monitor.within(SHARE, () -> propose(request));
      if (proposed.columns().size() == k) {
        Factors refined = monitor.time("refine", () -> refinement.run(columns()));
        return isTruth(refined, leading) ? foundNow(refined) : null;
      }
      stage = LassoStages.CUMULANTS;
      monitor.within(SHARE, () -> proposeTogether(request));
      Found found = together;
      return found != null && isTruth(found.factors(), leading) ? found : null;
    } finally {
      stage = null;
    }
  }

  private boolean isTruth(Factors factors, Spectrum.Leading leading) {
    return SpectralFloor.isReached(
        factors.squaredError(), leading, steps.rows.rows(), data.prepared().noisyCols());
  }

  private void proposeTogether(ColumnProposals.Request request) {
    monitor.time(
        LassoStages.CUMULANTS,
        () -> {
          plan.proposals()
              .proposeTogether(
                  request,
                  z -> {
                    Factors refined = refinement.run(z);
                    tell(refined);
                    if (together == null
                        || refined.squaredError() < together.factors().squaredError()) {
                      together = foundNow(refined);
                    }
                    return isTruth(refined, request.leading());
                  });
          return proposed;
        });
  }

  private void propose(ColumnProposals.Request request) {
    monitor.time(
        "columns",
        () -> {
          plan.proposals().propose(request, this::hear);
          return proposed.columns();
        });
  }

  private BinaryMatrix columns() {
    return BinaryMatrix.ofColumns(
        steps.rows.rows(), proposed.columns().stream().map(Proposed::z).toList());
  }

  /** One more round of proposals. */
  private void hear(List<Proposed> found) {
    boolean more = found.size() > proposed.columns().size();
    proposed = new Proposals(List.copyOf(found), null);
    if (more) {
      tell(refinement.fit(columns()));
    }
  }

  /** One more step of what proposes. */
  private void tell(Factors factors) {
    monitor.step(
        Objects.requireNonNull(stage),
        ++rounds,
        factors.z().cols(),
        objective(factors),
        data.rmse(factors.squaredError()),
        Map.of());
  }

  private double objective(Factors factors) {
    return data.objective(factors.squaredError());
  }

  /** The result of a stopped fit. */
  Found soFar() {
    ConvexFit stopped = convex;
    if (stopped != null) {
      refinement.fit(stopped.best(options.k()));
    }
    Found best = incumbent.best();
    return best == null ? foundNow(refinement.mean()) : best;
  }

  /** The result of a stopped path: its models so far, at least one feature. */
  List<Grown> pathSoFar() {
    if (convex != null && options.method() == Method.PAPER) {
      for (int k = models.size() + 1; k <= Math.min(options.k(), convex.size()); k++) {
        add(refinement.fit(convex.best(k)));
      }
    }
    if (models.isEmpty()) {
      Found best = incumbent.best();
      add(best == null || best.factors().z().cols() > 1 ? refinement.mean() : best.factors());
    }
    return models;
  }

  SpectralFloor floor() {
    if (floor == null) {
      floor = isSpectrumKnown() ? known() : floorIfKnown();
    }
    return floor;
  }

  /** The Gram matrix, which may be as large as the data, is released for it. */
  private SpectralFloor known() {
    double[] values = monitor.time("spectrum", () -> spectrum().squaredSingularValues());
    spectrum = null;
    return new SpectralFloor(values, data.prepared().noisyCols());
  }

  /** The rows in fewer dimensions, on which the fit continues; null if it continues as it is. */
  @Nullable FitRows reduced(boolean needsFloor) {
    int d = steps.rows.cols();
    Rows x = data.loaded().source();
    if (data.known() < 1) {
      plan.requireUnreduced();
      return null;
    }
    int size = plan.dimensions(d, x instanceof SparseRows);
    if (size == d || !x.isInMemory()) {
      return null;
    }
    Dense gram = isSpectrumKnown() && rows > d ? spectrum().gram() : null;
    FitRows reduced =
        monitor.time(
            "reduce",
            () -> data.prepared().rows(size, gram, plan.backend().algebra(), monitor.signal()));
    if (needsFloor) {
      floor();
    }
    spectrum = null;
    return reduced;
  }

  private boolean isSpectrumKnown() {
    return data.known() == 1
        && Spectrum.isKnown(steps.rows.rows(), steps.rows.cols())
        && plan.backend().offers(new Moments.Limits());
  }

  private Spectrum spectrum() {
    Spectrum known = spectrum;
    if (known == null) {
      known =
          monitor.time(
              "spectrum",
              () -> Spectrum.of(steps.rows, plan.backend().algebra(), monitor.signal()));
      spectrum = known;
    }
    return known;
  }

  SpectralFloor floorIfKnown() {
    return floor == null ? SpectralFloor.unknown(data.prepared().noisyCols()) : floor;
  }

  private ConvexFit convexFit(int mostAtoms) {
    ConvexFit empty =
        new ConvexFit(steps, plan.backend().algebra(), options, monitor, search, data, mostAtoms);
    convex = empty;
    return empty;
  }

  /**
   * The best of the penalties' convex fits, each rounded to K atoms and refined. If its time runs
   * out, another run resumes.
   */
  private final class PenaltySearch {

    private double @Nullable [] penalties;
    private @Nullable ConvexFit fit;
    private @Nullable Found best;
    private int next;
    private boolean settled;

    void run() {
      int k = options.k();
      if (penalties == null) {
        penalties = PenaltySequence.of(options.penalty(), steps, search, k, data);
      }
      if (fit == null) {
        fit = convexFit(options.mostAtoms());
        fit.start(penalties[0], columns().columns());
      }
      convex = fit;
      while (next < penalties.length && tryNext(fit, penalties[next], k)) {
        next++;
      }
      mu = Double.NaN;
    }

    /** Tries one penalty, and returns whether a smaller one may give a better result. */
    private boolean tryNext(ConvexFit fit, double penalty, int k) {
      mu = penalty;
      Levelling levelling = new Levelling(() -> fit.objective(mu));
      boolean open = options.penalty() == null;
      BooleanSupplier enough = () -> open && (settles(fit, k) || levelling.isReached());
      if (!fit.run(mu, options.maxSteps(), enough)) {
        monitor.stepLimit();
      }
      Factors rounded = monitor.time("refine", () -> path.grow(refinement.run(fit.best(k)), k));
      settled = isReached(rounded, k);
      if (best != null && rounded.squaredError() >= best.factors().squaredError()) {
        return false;
      }
      best = foundNow(rounded);
      // Without a ground truth the path is better than any penalty.
      boolean enoughForBest = options.method() == Method.BEST && !floor().hasGap(k);
      return !settled && !enoughForBest && !fit.isFull();
    }

    Found found() {
      return Objects.requireNonNull(best, "there is always a penalty");
    }
  }

  /** The convex fit as published: at one penalty, its K largest atoms, no refinement. */
  private Found published() {
    mu = penalty();
    return foundNow(largest(publishedFit(mu), options.k()));
  }

  /** A model for each K, into {@link #models}. */
  void everyK() {
    floor();
    if (options.method() == Method.PAPER) {
      publishedPath();
    } else if (isSampled() && onSample(true, LassoRun::proposedPath)) {
      shrink();
    } else {
      proposedPath();
    }
  }

  private void proposedPath() {
    everyPath(options.method() == Method.PATH ? null : convexFit(mostProposed()));
  }

  /** Returns whether the path runs on a sample of the rows. */
  private boolean isSampled() {
    return !isSample && PathSample.size(rows, options.k()) < rows;
  }

  /**
   * Runs {@code work} on a sample of the rows and extends its models, the last or all of them, to
   * all rows, into {@link #models}. If it is stopped, what is not extended yet is at least coded.
   *
   * @return false if all rows of the sample are zero, and nothing was done
   */
  private boolean onSample(boolean everyK, Consumer<LassoRun> work) {
    int[] kept = PathSample.draw(rows, PathSample.size(rows, options.k()), options.seed());
    try (FitRows sample = data.sample(kept)) {
      return sample.loaded().source().facts().largest() > 0 && onSample(sample, everyK, work);
    }
  }

  private boolean onSample(FitRows sample, boolean everyK, Consumer<LassoRun> work) {
    int before = models.size();
    try (LassoSteps own = plan.open(sample, monitor)) {
      LassoRun run = new LassoRun(this, own, sample, new Incumbent<>());
      try {
        work.accept(run);
        for (Grown model : run.found(everyK)) {
          extend(model.factors().w(), run.refinement);
        }
        return true;
      } catch (StoppedException e) {
        monitor.close(() -> code(run.found(everyK), models.size() - before));
        throw e;
      }
    }
  }

  /** Adds the models from number {@code first} on with the codes of all rows. */
  private List<Grown> code(List<Grown> found, int first) {
    for (Grown model : found.subList(first, found.size())) {
      add(refinement.encode(model.factors().w(), 1, coding()));
    }
    return models;
  }

  /** The models so far of a run on a sample: the last, or all. */
  private List<Grown> found(boolean everyK) {
    List<Grown> all = pathSoFar();
    return everyK ? all : all.subList(all.size() - 1, all.size());
  }

  /** Adds a model of all rows for {@code w}, which {@code sample} refined. */
  private void extend(Dense w, CodeRefinement sample) {
    int restarts = restarts(w, sample);
    Factors settled =
        monitor.time("sample", () -> sample.extend(w, restarts, coding(), SAMPLE_GAIN));
    add(
        monitor.time(
            "extend", () -> refinement.extend(settled.w(), restarts, coding(), EXTENSION_GAIN)));
    tellPath(models.get(models.size() - 1).factors());
  }

  /** Starts of each row that is coded anew: one, unless more of them change the sample's error. */
  private int restarts(Dense w, CodeRefinement sample) {
    double one = sample.encode(w, 1, coding()).squaredError();
    double many = sample.encode(w, RESTARTS, coding()).squaredError();
    return many < (1 - CODING_GAIN) * one ? RESTARTS : 1;
  }

  private long coding() {
    return CounterRandom.stream(options.seed(), EXTENSION);
  }

  private void tellPath(Factors factors) {
    int k = factors.z().cols();
    monitor.step(
        isSample ? LassoStages.SAMPLE : LassoStages.PATH,
        k,
        k,
        objective(factors),
        data.rmse(factors.squaredError()),
        Map.of());
  }

  private void add(Factors model) {
    double least = floorIfKnown().squaredError(model.z().cols());
    models.add(new Grown(model, least, monitor.elapsed()));
  }

  /** The K largest atoms of one convex fit, for each K up to their number. */
  private void publishedPath() {
    ConvexFit convex = publishedFit(penalty());
    int most = Math.max(1, Math.min(options.k(), convex.size()));
    for (int k = 1; k <= most; k++) {
      add(largest(convex, k));
    }
  }

  /**
   * The penalty given, or the second of the default sequence: the first relies on refinement, and
   * without it does not solve even a problem without noise.
   */
  private double penalty() {
    double[] sequence = PenaltySequence.of(options.penalty(), steps, search, options.k(), data);
    return sequence[Math.min(1, sequence.length - 1)];
  }

  private ConvexFit publishedFit(double mu) {
    ConvexFit convex = convexFit(options.mostAtoms());
    if (!convex.run(mu, options.maxSteps(), () -> false)) {
      monitor.stepLimit();
    }
    return convex;
  }

  /** Up to {@code k} of the largest atoms; if there are none, one feature. */
  private Factors largest(ConvexFit convex, int k) {
    return path.grow(refinement.fit(convex.best(k)), 1);
  }

  private boolean settles(ConvexFit convex, int k) {
    if (convex.size() < k) {
      return false;
    }
    Factors rounded = monitor.time("refine", () -> refinement.run(convex.best(k), SETTLING_ROUNDS));
    return isReached(rounded, k);
  }

  /** Returns whether {@code factors} may be the ground truth. */
  private boolean isReached(Factors factors, int k) {
    ResidualNoise expected = noise;
    if (expected == null) {
      return floor().isReached(data.whole(factors.squaredError()), k);
    }
    steps.search.residual(refinement.resident(factors), factors.w());
    return expected.isNoise(factors.squaredError(), k, search.search().atoms());
  }

  /** The path to K alone. */
  private Factors path() {
    if (!isSampled() || !onSample(false, LassoRun::path)) {
      everyPath(null);
    }
    return models.get(models.size() - 1).factors();
  }

  /** The path, with the convex fit's proposal at every K if there is one. */
  private void everyPath(@Nullable ConvexFit convex) {
    Factors last = refinement.empty();
    for (int k = 1; k <= options.k(); k++) {
      Factors from = last;
      Factors best = monitor.time("grow", () -> path.grow(from));
      if (convex != null) {
        best = best.orBetter(proposal(convex, k));
      }
      last = exchange(best);
      add(last);
      tellPath(last);
      if (convex != null) {
        proposeBelow(convex);
      }
    }
    shrink();
  }

  /** The convex fit at the penalty for K, from the atoms of the penalty before it. */
  private Factors proposal(ConvexFit convex, int k) {
    if (!convex.isFull()) {
      double mu =
          options.penalty() == null
              ? PenaltySequence.first(steps, k, data)
              : PenaltySequence.of(options.penalty(), steps, search, k, data)[0];
      convex.run(mu, PROPOSAL_STEPS, () -> settles(convex, k));
    }
    return monitor.time("refine", () -> path.grow(refinement.run(convex.best(k)), k));
  }

  /**
   * Proposes factors for fewer features by the convex fit at K. The default penalty falls as 1/√K,
   * so the second and third penalties of a fit with K/4 or K/16 features are the first of one with
   * K.
   */
  private void proposeBelow(ConvexFit convex) {
    int k = models.size();
    for (int share = 4; share <= 16 && k % share == 0; share *= 4) {
      int fewer = k / share;
      Factors rounded = monitor.time("refine", () -> refinement.run(convex.best(fewer)));
      models.set(fewer - 1, models.get(fewer - 1).orBetter(rounded));
    }
  }

  /**
   * From the largest K down: a model without its weakest feature may be better than the model for K
   * − 1.
   */
  private void shrink() {
    for (int k = models.size() - 1; k >= 1; k--) {
      Factors larger = models.get(k).factors();
      BinaryMatrix rest = larger.z().without(FeatureSwaps.weakestFirst(larger)[0]);
      Factors smaller = monitor.time("refine", () -> refinement.run(rest));
      models.set(k - 1, models.get(k - 1).orBetter(smaller));
    }
  }

  /** {@code from} on all rows, or what the exchange on a sample makes of it if that is better. */
  private Factors exchanged(Factors from) {
    Consumer<LassoRun> work =
        run -> {
          Factors start = run.refinement.descend(run.refinement.encode(from.w(), 1, coding()));
          run.add(run.exchange(start));
        };
    if (!isSampled() || !onSample(false, work)) {
      return exchange(from);
    }
    return from.orBetter(models.get(models.size() - 1).factors());
  }

  Factors exchange(Factors from) {
    double budget = isSample ? SAMPLE_EXCHANGE * EXCHANGE : EXCHANGE;
    return monitor.time(
        "exchange", () -> exchange.improve(from, budget / Math.max(1, from.z().cols() / 8.0)));
  }

  /** Maximum atoms of the path's convex fit, which only proposes. */
  private int mostProposed() {
    return 4 * options.k() + 64;
  }
}
