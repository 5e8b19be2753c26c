package org.latentfeature.backend.contract;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.CheckedRows;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Counters;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Moments;
import org.latentfeature.step.Opened;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.Projections;
import org.latentfeature.step.ResidentRows;
import org.latentfeature.step.RowCoding;
import org.latentfeature.step.SoftFactorisation;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathStatistics;
import org.latentfeature.step.coding.Paths;
import org.latentfeature.step.coding.WeighedPaths;

/** Rows, one Z and every step on them, for tests that ask for one after another. */
public final class Steps implements AutoCloseable {

  private static final Projections.Limits PROJECTIONS = new Projections.Limits(32);

  private final CheckedRows rows;
  private final Limits<?> limits;
  private final StopSignal stop;
  private final Opened opened;
  private @Nullable Incidence z;
  private @Nullable Factorisation factorisation;
  private @Nullable AtomSearch search;
  private @Nullable Moments moments;
  private @Nullable Projections projections;
  private @Nullable SoftFactorisation soft;
  private @Nullable PathCoder coder;

  private Steps(CheckedRows rows, Limits<?> limits, StopSignal stop) {
    this.rows = rows;
    this.limits = limits;
    this.stop = stop;
    opened = new Opened(rows, stop);
  }

  /**
   * Opens what a test asks for when it first does, with room for {@code limits}; the first residual
   * that is searched is X.
   */
  public static Steps open(Backend backend, Matrix x, Limits<?> limits, StopSignal stop) {
    return new Steps(CheckedRows.load(backend, x, planned(limits), stop), limits, stop);
  }

  /** The same, which nothing stops. */
  public static Steps open(Backend backend, Matrix x, Limits<?> limits) {
    return open(backend, x, limits, StopSignal.NEVER);
  }

  /** All that is open at once if everything is asked for that {@code limits} allow. */
  public static List<Limits<?>> planned(Limits<?> limits) {
    if (limits instanceof PathCoder.Limits) {
      return List.of(limits);
    }
    int most = most(limits);
    List<Limits<?>> all =
        new ArrayList<>(
            List.of(
                new Incidence.Limits(most),
                new Factorisation.Limits(most),
                new Moments.Limits(),
                PROJECTIONS,
                new SoftFactorisation.Limits(most)));
    if (limits instanceof AtomSearch.Limits) {
      all.add(limits);
    }
    return all;
  }

  private static int most(Limits<?> limits) {
    return limits instanceof AtomSearch.Limits searching
        ? searching.columns()
        : ((Factorisation.Limits) limits).columns();
  }

  public ResidentRows rows() {
    return rows;
  }

  public Incidence z() {
    if (z == null) {
      z = opened.open(new Incidence.Limits(most(limits)));
    }
    return z;
  }

  public Factorisation factorisation() {
    if (factorisation == null) {
      factorisation = opened.open(new Factorisation.Limits(most(limits)));
    }
    return factorisation;
  }

  public AtomSearch search() {
    if (search == null) {
      search = opened.open((AtomSearch.Limits) limits);
      try (Incidence none = rows.open(new Incidence.Limits(1))) {
        search.residual(none, new Dense(0, rows.cols()));
      }
    }
    return search;
  }

  public Moments moments() {
    if (moments == null) {
      moments = opened.open(new Moments.Limits());
    }
    return moments;
  }

  public Projections projections() {
    if (projections == null) {
      projections = opened.open(PROJECTIONS);
    }
    return projections;
  }

  public SoftFactorisation soft() {
    if (soft == null) {
      soft = opened.open(new SoftFactorisation.Limits(most(limits)));
    }
    return soft;
  }

  public PathCoder coder() {
    if (coder == null) {
      coder = opened.open((PathCoder.Limits) limits);
    }
    return coder;
  }

  public int columns() {
    return z().columns();
  }

  public BinaryMatrix incidence() {
    return z().toMatrix();
  }

  public void replace(BinaryMatrix codes) {
    z().replace(codes);
  }

  public void append(List<BitVector> columns) {
    z().append(columns);
  }

  public void retain(int[] kept) {
    z().retain(kept);
  }

  public Factorisation.Products products(int from) {
    return factorisation().products(z(), from);
  }

  public double squaredError(Dense w) {
    return factorisation().squaredError(z(), w);
  }

  public long refine(Dense w, int exactColumns) {
    return factorisation().refine(z(), w, exactColumns);
  }

  public long encode(Dense w, int exactColumns, int restarts, long seed) {
    return factorisation().encode(z(), w, RowCoding.encoding(exactColumns, restarts, seed, 0));
  }

  public double residual(Dense v) {
    search().residual(z(), v);
    return search().squaredNorm();
  }

  public AtomSearch.Sweeps sweep(int rank, double tolerance, int maxSweeps, long seed) {
    return search().sweep(rank, tolerance, maxSweeps, seed);
  }

  public Dense vectors() {
    return search().vectors().toDense();
  }

  public List<AtomSearch.ScoredAtom> round(int hyperplanes, int count, int passes, long seed) {
    return search().round(hyperplanes, count, passes, seed);
  }

  public List<AtomSearch.ScoredAtom> polish(List<BitVector> atoms, int passes) {
    return search().polish(atoms, passes);
  }

  public Dense rowGram() {
    return moments().rowGram();
  }

  public Dense columnGram(Dense directions) {
    return moments().columnGram(directions);
  }

  public Dense columnGram() {
    return moments().columnGram();
  }

  public double[] squaredSingularValues() {
    return Spectrum.of(rows, Algebra.JAVA, stop).squaredSingularValues();
  }

  public Paths code(PathObjective objective) {
    return coder().code(objective);
  }

  public Paths code(PathObjective objective, int[] some) {
    return coder().code(objective, some);
  }

  public WeighedPaths better(PathModel model, int[] some, Paths found, @Nullable Paths old) {
    return coder().better(model, some, found, old);
  }

  public WeighedPaths weighed(PathModel model, Paths paths) {
    return coder().weighed(model, paths);
  }

  public PathCoder.Expectation expectation(
      PathModel model, int[] some, Paths found, @Nullable Paths old) {
    return coder().expectation(model, some, found, old);
  }

  public PathCoder.Expectation expectation(PathModel model, Paths found, @Nullable Paths old) {
    return coder().expectation(model, found, old);
  }

  public PathStatistics statistics(PathModel model, int[] some, Paths paths) {
    return coder().statistics(model, some, paths);
  }

  public Counters counters() {
    return rows.counters();
  }

  @Override
  public void close() {
    opened.close();
    rows.close();
  }
}
