package org.latentfeature.lasso;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.SparseBackend;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.columns.cumulant.CumulantSearch;
import org.latentfeature.columns.subspace.ColumnSearch;
import org.latentfeature.data.DataException;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Phrase;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.fit.factor.FitRows;
import org.latentfeature.fit.factor.HartiganMoves;
import org.latentfeature.fit.factor.PathSample;
import org.latentfeature.fit.factor.PreparedData;
import org.latentfeature.fit.factor.SpectralReduction;
import org.latentfeature.ibp.CollapsedSampler;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Moments;
import org.latentfeature.step.Projections;
import org.latentfeature.step.ResidentRows;

/** The plan of a fit: its options, the steps that it opens, and their bytes. */
record LassoPlan(Backend backend, LassoOptions options) {

  /** X is reduced unasked if it has this many times as many columns as are left. */
  private static final int LEAST_SAVED = 2;

  /** Dictionaries of all columns that the refinement of codes has at once. */
  private static final int DICTIONARIES = 3;

  /**
   * Returns whether columns are searched first, and chains run last: with {@link Method#BEST}, if
   * no penalty is given.
   */
  boolean isOpen() {
    return options.method() == Method.BEST && options.penalty() == null;
  }

  /** Returns whether the result is that of a convex fit, rounded. */
  boolean isRounding() {
    return options.method() == Method.LASSO || options.method() == Method.PAPER;
  }

  /**
   * Maximum bytes of a fit, or path, to N×D data on the device. Columns are searched once the
   * spectrum is known.
   */
  long bytesNeeded(int rows, int cols) {
    LassoSteps.Room room = LassoSteps.Room.of(options);
    PreparedData.Need need =
        backend instanceof SparseBackend sparse && isMadeDense(cols)
            ? (n, d) -> madeDenseBytes(sparse, 0, n, n, d, false)
            : (n, d) ->
                Math.max(
                    firstBytes(backend, n, d, room.limits(), columnBytes(backend, n, d)),
                    laterBytes(backend, n, d, 0));
    return PreparedData.bytesNeeded(backend, rows, cols, need, options.k());
  }

  /**
   * Bytes of the first searches on N×D rows, those of columns.
   *
   * @param open what is open beside them
   * @param searches bytes of these searches
   */
  private long firstBytes(Backend on, int n, int d, List<Limits<?>> open, long searches) {
    long most = on.bytesNeeded(n, d, withSpectrum(open, n, d));
    boolean areSearched = isOpen() && Spectrum.isKnown(n, d) && !(on instanceof SparseBackend);
    return areSearched ? Math.max(most, on.bytesNeeded(n, d, open) + searches) : most;
  }

  /**
   * Bytes of the searches after those of columns.
   *
   * @param chains bytes of the last of these, beside their steps
   */
  private long laterBytes(Backend on, int n, int d, long chains) {
    LassoSteps.Room room = LassoSteps.Room.of(options);
    int size = dimensions(d);
    long open =
        size == d
            ? on.bytesNeeded(n, d, room.limits())
            : on.bytesNeeded(n, d, List.of()) + on.bytesNeeded(n, size, room.limits());
    return open + sampleBytes(on, room, n, size) + chains;
  }

  /**
   * Sparse rows, while they are reduced, while their dense form is fitted, and at the end.
   *
   * @param blocks bytes of the blocks of a file that are in memory while the sparse rows are read
   * @param loaded number of sparse rows that are loaded at once, of all {@code n}
   * @param isSettled whether the first searches find the ground truth, and no others run
   */
  private long madeDenseBytes(
      SparseBackend sparse, long blocks, int loaded, int n, int d, boolean isSettled) {
    int size = sparseDimensions(d);
    long dense = (long) Float.BYTES * n * size;
    long basis = (long) Double.BYTES * size * d;
    // Sums over blocks, and what these have come to before.
    long parts = loaded < n ? basis : 0;
    long projected =
        basis
            + (loaded < n ? dense : 0)
            + sparse.bytesNeeded(loaded, d, List.of(new Projections.Limits(size, 0)));
    long dictionaries = (long) DICTIONARIES * options.k() * d * Double.BYTES;
    Backend on = sparse.backend();
    LassoSteps.Room room = LassoSteps.Room.of(options);
    long searched =
        isSettled
            ? firstBytes(
                on, n, size, room.first(), ColumnSearch.firstBytes(on, n, size, options.k()))
            : Math.max(
                    firstBytes(
                        on,
                        n,
                        size,
                        isOpen() ? room.first() : room.limits(),
                        columnBytes(on, n, size) + ColumnSearch.hostBytes(on, n, options.k())),
                    laterBytes(on, n, size, chainBytes(n)))
                + moveBytes(n);
    long fitted =
        Math.max(
            searched,
            blocks
                + dictionaries
                + sparse.bytesNeeded(
                    loaded,
                    d,
                    List.of(
                        new Incidence.Limits(options.k()), new Factorisation.Limits(options.k()))));
    long reduced =
        Math.max(
            parts + sparse.bytesNeeded(loaded, d, List.of(new Moments.Limits(size))), projected);
    return Math.max(blocks + reduced, dense + fitted);
  }

  /** Bytes of a fit to N×D sparse rows whose columns are all verified, and by no later search. */
  long settledBytes(int rows, int cols) {
    return isMadeDense(cols)
        ? madeDenseBytes((SparseBackend) backend, 0, rows, rows, cols, true)
        : bytesNeeded(rows, cols);
  }

  /** Products of the rows of chains. */
  private long chainBytes(int rows) {
    int size = ChainSearch.sample(rows);
    return isOpen() && CollapsedSampler.hasGram(size) ? (long) size * size * Double.BYTES : 0;
  }

  /** Products of rows that move one by one, which are kept from the columns on. */
  private long moveBytes(int rows) {
    return isOpen() && rows <= HartiganMoves.maxRows(options.k())
        ? (long) rows * rows * Double.BYTES
        : 0;
  }

  /** Maximum bytes of a fit that begins with given codes, on N×D rows as they are. */
  long startedBytes(int rows, int cols) {
    return backend.bytesNeeded(rows, cols, LassoSteps.Room.of(options).limits());
  }

  /** Maximum bytes of such a fit to rows in a file, of which a block is loaded at a time. */
  long startedBytes(FileRows x) {
    Backend steps = x.isSparse() ? backend.sparse() : backend;
    return x.bytesAtOnce()
        + steps.bytesNeeded(x.blockRows(), x.cols(), LassoSteps.Room.of(options).limits());
  }

  /** Returns the maximum bytes of a fit to rows in a file, of which a block is loaded at a time. */
  long bytesNeeded(FileRows x) {
    if (x.isSparse() && backend.sparse() instanceof SparseBackend sparse && isMadeDense(x.cols())) {
      return madeDenseBytes(sparse, x.bytesAtOnce(), x.blockRows(), x.rows(), x.cols(), false);
    }
    LassoSteps.Room room = LassoSteps.Room.of(options);
    Backend steps = x.isSparse() ? backend.sparse() : backend;
    return steps.bytesNeeded(
            x.blockRows(), x.cols(), withSpectrum(room.limits(), x.rows(), x.cols()))
        + sampleBytes(steps, room, x.rows(), x.cols());
  }

  private long columnBytes(Backend on, int rows, int cols) {
    return Math.max(
        ColumnSearch.bytesNeeded(on, rows, cols, options.k()),
        CumulantSearch.bytesNeeded(on, rows, cols, options.k()));
  }

  /** Dimensions of the convex fit and the path on prepared rows of D entries: R, or D. */
  int dimensions(int cols) {
    Reduction reduction = options.reduce();
    if (options.method() == Method.PAPER) {
      return cols;
    }
    if (!reduction.equals(Reduction.AUTO)) {
      return Math.min(cols, reduction.vectors());
    }
    int size = SpectralReduction.size(options.k());
    return options.penalty() == null && LEAST_SAVED * size <= cols ? size : cols;
  }

  /**
   * Returns whether sparse rows of D entries become dense rows of their {@linkplain
   * #sparseDimensions leading dimensions}, on which every search runs.
   */
  boolean isMadeDense(Rows x) {
    return x.isSparse() && isMadeDense(x.cols());
  }

  private boolean isMadeDense(int cols) {
    Reduction reduction = options.reduce();
    return options.method() != Method.PAPER
        && (reduction.equals(Reduction.AUTO)
            ? options.penalty() == null
            : reduction.vectors() < cols);
  }

  /** Dimensions of sparse rows that are made dense: some beyond K show whether a gap follows. */
  int sparseDimensions(int cols) {
    Reduction reduction = options.reduce();
    return Math.min(
        cols,
        reduction.equals(Reduction.AUTO)
            ? SpectralReduction.size(options.k())
            : Math.max(reduction.vectors(), options.k() + SpectralReduction.BESIDE));
  }

  /** Rows of fewer dimensions would mix known and missing entries. */
  void requireUnreduced() {
    if (!options.reduce().equals(Reduction.AUTO) && options.method() != Method.PAPER) {
      throw new DataException(
          "reduce is %s, but entries of X are missing; %s, or fill in the entries"
              .formatted(options.reduce(), Phrase.NO_REDUCE));
    }
  }

  /** Bytes of the steps on a sample, beside those on all rows. */
  private long sampleBytes(Backend on, LassoSteps.Room room, int rows, int cols) {
    int path = PathSample.size(rows, options.k());
    int size = path == rows && isOpen() ? ChainSearch.sample(rows) : path;
    return size == rows || options.method() == Method.PAPER
        ? 0
        : on.bytesNeeded(size, cols, room.limits());
  }

  /** Returns {@code open} on N×D prepared rows with their spectrum, if it is computed. */
  private static List<Limits<?>> withSpectrum(List<Limits<?>> open, int rows, int cols) {
    List<Limits<?>> all = new ArrayList<>(open);
    if (Spectrum.isKnown(rows, cols)) {
      all.add(new Moments.Limits());
    }
    return all;
  }

  /** Opens the steps of a fit, with room for the spectrum. */
  LassoSteps openWithSpectrum(FitRows data, FitMonitor monitor) {
    Rows x = data.loaded().source();
    LassoSteps.Room room = LassoSteps.Room.of(options);
    return open(data.loaded(), withSpectrum(room.limits(), x.rows(), x.cols()), monitor);
  }

  /** For rows whose spectrum is not asked for. */
  LassoSteps open(FitRows data, FitMonitor monitor) {
    return open(data.loaded(), LassoSteps.Room.of(options).limits(), monitor);
  }

  private LassoSteps open(LoadedData data, List<Limits<?>> planned, FitMonitor monitor) {
    LassoSteps.Room room = LassoSteps.Room.of(options);
    StopSignal stop = monitor.signal();
    ResidentRows rows = data.rows(planned, stop);
    LassoSteps steps = new LassoSteps(rows, room, stop);
    if (!isOpen()) {
      steps.openAll();
    }
    return steps;
  }
}
