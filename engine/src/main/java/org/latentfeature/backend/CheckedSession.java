package org.latentfeature.backend;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.coding.PathModel;
import org.latentfeature.coding.PathObjective;
import org.latentfeature.coding.Paths;
import org.latentfeature.coding.WeighedPaths;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.progress.StoppedException;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Counters;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Moments;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.Session;
import org.latentfeature.step.SessionLimits;

/**
 * The face that outer loops use: checks every argument, the thread and that the session is open, so
 * that backends may trust what they are given; and asks the {@link StopSignal} before every step.
 * Costs nothing beside the steps themselves.
 */
public final class CheckedSession implements AtomSearch, Moments, PathCoder {

  private final String backend;
  private final Session session;
  private final SessionLimits limits;
  private final StopSignal stop;
  private final Thread owner;
  private boolean closed;
  private boolean swept;

  private CheckedSession(String backend, Session session, SessionLimits limits, StopSignal stop) {
    this.backend = backend;
    this.session = session;
    this.limits = limits;
    this.stop = stop;
    this.owner = Thread.currentThread();
  }

  /** {@link #open(Backend, Matrix, SessionLimits, StopSignal)} of a session that nothing stops. */
  public static CheckedSession open(Backend backend, Matrix x, SessionLimits limits) {
    return open(backend, x, limits, StopSignal.NEVER);
  }

  /**
   * Opens a session on {@code x}, owned by the calling thread, if its memory suffices.
   *
   * @throws OutOfBackendMemoryException with what is needed and what there is
   * @throws StoppedException if {@code stop} is set before the session is open
   */
  public static CheckedSession open(
      Backend backend, Matrix x, SessionLimits limits, StopSignal stop) {
    stop.check();
    long needed = backend.bytesNeeded(x.rows(), x.cols(), limits);
    long available = backend.bytesAvailable();
    if (needed > available) {
      throw new OutOfBackendMemoryException(
          "a session of %,d × %,d on backend %s"
              .formatted(x.rows(), x.cols(), backend.info().name()),
          needed,
          available);
    }
    return new CheckedSession(backend.info().name(), backend.open(x, limits, stop), limits, stop);
  }

  @Override
  public int rows() {
    return session.rows();
  }

  @Override
  public int cols() {
    return session.cols();
  }

  @Override
  public double squaredNorm() {
    return use(Session.class).squaredNorm();
  }

  @Override
  public Counters counters() {
    requireOwner();
    return session.counters();
  }

  @Override
  public int columns() {
    return use(Factorisation.class).columns();
  }

  @Override
  public BinaryMatrix incidence() {
    return use(Factorisation.class).incidence();
  }

  @Override
  public void replace(BinaryMatrix z) {
    Factorisation f = use(Factorisation.class);
    require(z.rows() == rows(), "Z has %d rows, X has %d", z.rows(), rows());
    requireColumns(z.cols());
    f.replace(z);
  }

  @Override
  public void append(List<BitVector> columns) {
    Factorisation f = use(Factorisation.class);
    for (BitVector c : columns) {
      require(c.length() == rows(), "a column has %d entries, X has %d rows", c.length(), rows());
    }
    requireColumns(f.columns() + columns.size());
    f.append(columns);
  }

  @Override
  public void retain(int[] kept) {
    Factorisation f = use(Factorisation.class);
    int k = f.columns();
    require(
        Arrays.stream(kept).allMatch(c -> c >= 0 && c < k) && kept.length <= k,
        "columns %s cannot be kept of %d",
        Arrays.toString(kept),
        k);
    f.retain(kept);
  }

  @Override
  public Products products(int from) {
    Factorisation f = use(Factorisation.class);
    require(from >= 0 && from < f.columns(), "products from %d of %d", from, f.columns());
    return f.products(from);
  }

  @Override
  public double squaredError(Dense w) {
    Factorisation f = use(Factorisation.class);
    requireDictionary(w, f.columns());
    return f.squaredError(w);
  }

  @Override
  public long refine(Dense w, int exactColumns) {
    Factorisation f = use(Factorisation.class);
    requireDictionary(w, f.columns());
    requireExact(exactColumns);
    return f.refine(w, exactColumns);
  }

  @Override
  public void encode(Dense w, int exactColumns, int restarts, long seed) {
    Factorisation f = use(Factorisation.class);
    requireColumns(w.rows());
    requireDictionary(w, w.rows());
    require(restarts >= 0, "%d restarts", restarts);
    requireExact(exactColumns);
    f.encode(w, exactColumns, restarts, seed);
  }

  @Override
  public double residual(Dense v) {
    AtomSearch s = use(AtomSearch.class);
    requireDictionary(v, s.columns());
    swept = false;
    return s.residual(v);
  }

  @Override
  public Sweeps sweep(int rank, double tolerance, int maxSweeps, long seed) {
    AtomSearch s = use(AtomSearch.class);
    require(rank >= 1 && rank <= limits.rank(), "rank %d of at most %d", rank, limits.rank());
    require(maxSweeps >= 1, "%d sweeps", maxSweeps);
    swept = true;
    return s.sweep(rank, tolerance, maxSweeps, seed);
  }

  @Override
  public Dense vectors() {
    AtomSearch s = use(AtomSearch.class);
    if (!swept) {
      throw new IllegalStateException("there are no vectors before sweeps on the present residual");
    }
    return s.vectors();
  }

  @Override
  public List<ScoredAtom> round(int hyperplanes, int count, int passes, long seed) {
    AtomSearch s = use(AtomSearch.class);
    if (!swept) {
      throw new IllegalStateException("rounding needs sweeps on the present residual first");
    }
    require(
        hyperplanes >= 1 && hyperplanes <= limits.hyperplanes(),
        "%d hyperplanes of at most %d",
        hyperplanes,
        limits.hyperplanes());
    requireCandidates(count);
    return s.round(hyperplanes, count, passes, seed);
  }

  @Override
  public List<ScoredAtom> polish(List<BitVector> atoms, int passes) {
    AtomSearch s = use(AtomSearch.class);
    requireCandidates(atoms.size());
    for (BitVector z : atoms) {
      require(z.length() == rows(), "an atom has %d entries, X has %d rows", z.length(), rows());
    }
    return s.polish(atoms, passes);
  }

  @Override
  public Dense rowGram() {
    return use(Moments.class).rowGram();
  }

  @Override
  public double[] squaredSingularValues() {
    return use(Moments.class).squaredSingularValues();
  }

  @Override
  public Paths code(PathObjective objective, int[] rows) {
    PathCoder c = use(PathCoder.class);
    requireFeatures(objective.w(), rows);
    return c.code(objective, rows);
  }

  @Override
  public WeighedPaths better(PathModel model, int[] rows, Paths found, @Nullable Paths old) {
    PathCoder c = use(PathCoder.class);
    requirePaths(model, rows, found, old);
    return c.better(model, rows, found, old);
  }

  @Override
  public Expectation expectation(PathModel model, int[] rows, Paths found, @Nullable Paths old) {
    PathCoder c = use(PathCoder.class);
    requirePaths(model, rows, found, old);
    return c.expectation(model, rows, found, old);
  }

  private void requireFeatures(Dense w, int[] rows) {
    requireDictionary(w, w.rows());
    require(
        w.rows() <= limits.features(), "%d features of at most %d", w.rows(), limits.features());
    require(
        Arrays.stream(rows).allMatch(i -> i >= 0 && i < rows()),
        "rows to code must be 0 … %d",
        rows() - 1);
  }

  private void requirePaths(PathModel model, int[] rows, Paths found, @Nullable Paths old) {
    requireFeatures(model.w(), rows);
    for (Paths paths : old == null ? List.of(found) : List.of(found, old)) {
      require(paths.count() == rows.length, "%d paths of %d rows", paths.count(), rows.length);
      paths.requireFeatures(model.features());
    }
  }

  @Override
  public void close() {
    if (!closed) {
      requireOwner();
      closed = true;
      session.close();
    }
  }

  private <C extends Session> C use(Class<C> capability) {
    if (closed) {
      throw new IllegalStateException("the session is closed");
    }
    requireOwner();
    if (capability == AtomSearch.class && !limits.search()) {
      throw new IllegalStateException("the session was opened without atom search");
    }
    if (!capability.isInstance(session)) {
      throw new UnsupportedOperationException(
          "backend " + backend + " cannot do this: it has no " + capability.getSimpleName());
    }
    stop.check();
    return capability.cast(session);
  }

  private void requireOwner() {
    if (Thread.currentThread() != owner) {
      throw new IllegalStateException(
          "the session belongs to thread '%s', not '%s'"
              .formatted(owner.getName(), Thread.currentThread().getName()));
    }
  }

  private void requireDictionary(Dense w, int k) {
    require(
        w.rows() == k && w.cols() == cols(),
        "a dictionary of %d×%d does not fit Z with %d columns and X with %d",
        w.rows(),
        w.cols(),
        k,
        cols());
  }

  private static void requireExact(int columns) {
    require(
        columns <= MOST_EXACT_COLUMNS,
        "an exact search of up to %d columns; at most %d",
        columns,
        MOST_EXACT_COLUMNS);
  }

  private void requireColumns(int k) {
    require(k <= limits.columns(), "%d columns of at most %d", k, limits.columns());
  }

  private void requireCandidates(int count) {
    require(
        count >= 1 && count <= limits.candidates(),
        "%d candidates of at most %d",
        count,
        limits.candidates());
  }

  @SuppressWarnings("AnnotateFormatMethod")
  private static void require(boolean holds, String message, Object... values) {
    if (!holds) {
      throw new IllegalArgumentException(message.formatted(values));
    }
  }
}
