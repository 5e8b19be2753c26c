package org.latentfeature.fit.factor;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.StreamedBackend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Pass;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.model.CodedRows;
import org.latentfeature.fit.model.Coder;
import org.latentfeature.step.CodeSums;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Opened;
import org.latentfeature.step.ResidentRows;
import org.latentfeature.step.RowCoding;

/** Codes of new rows for a fitted dictionary. */
public final class FactorCoder {

  /** Maximum features for which the search of each row's best code does not give up. */
  public static final int EXACT_COLUMNS = 20;

  /** Random starts of rows above that whose search gave up. */
  public static final int RESTARTS = 16;

  private FactorCoder() {}

  /** How the rows of a model are coded: exactly up to {@value #EXACT_COLUMNS} features. */
  static RowCoding coding(long seed) {
    return RowCoding.encoding(EXACT_COLUMNS, RESTARTS, seed, 0);
  }

  /**
   * The codes of rows.
   *
   * @param z codes, N×K
   * @param proven number of rows of which no code is better
   */
  record Encoded(BinaryMatrix z, long proven) {}

  /**
   * For each row x of {@code x} (N×D) a z in {0,1}^K of small ‖x − Wᵀz‖²: the smallest if K &lt;=
   * 20, otherwise the smallest that a search within a budget finds ({@link
   * org.latentfeature.step.coding.RowEncoder}). Entries whose squares single precision does not
   * hold are scaled first.
   *
   * @param w dictionary, K×D
   * @param seed of the random starts
   */
  public static BinaryMatrix encode(Backend backend, Rows x, Dense w, long seed) {
    return encode(backend, x, w, coding(seed)).z();
  }

  /** The codes of {@code x}, coded in this way. */
  static Encoded encode(Backend backend, Rows x, Dense w, RowCoding how) {
    double largest =
        Arrays.stream(w.values()).map(Math::abs).reduce(x.facts().largest(), Math::max);
    double scale = PreparedData.scaleOf(largest);
    if (scale != 1) {
      return encode(backend, PreparedData.scaled(x, scale), scaled(w, scale), how);
    }
    try (LoadedData data = new LoadedData(backend, x)) {
      return encode(data, w, Regularisation.DEFAULT, how);
    }
  }

  private static Dense scaled(Dense w, double scale) {
    return Dense.wrap(
        w.rows(), w.cols(), Arrays.stream(w.values()).map(entry -> entry * scale).toArray());
  }

  /**
   * The codes of {@code x}, and their error, on one reading of the rows.
   *
   * @param w dictionary, K×D
   * @param restarts random starts of each row whose search gave up
   * @param seed of the random starts
   */
  public static CodedRows code(Backend backend, Rows x, Dense w, int restarts, long seed) {
    return code(backend, x, w, RowCoding.encoding(EXACT_COLUMNS, restarts, seed, 0));
  }

  /** The codes of {@code x}, coded in this way, and their error, on one reading of the rows. */
  static CodedRows code(Backend backend, Rows x, Dense w, RowCoding how) {
    Incidence.Limits room = new Incidence.Limits(w.rows());
    Factorisation.Limits limits = new Factorisation.Limits(w.rows());
    StopSignal stop = StopSignal.NEVER;
    List<Limits<?>> planned = List.of(room, limits);
    Backend roomy =
        StreamedBackend.roomFor(
            backend, x, other -> other.bytesNeeded(x.rows(), x.cols(), planned));
    try (LoadedData data = new LoadedData(roomy, x);
        Opened opened = new Opened(data.rows(planned, stop), stop)) {
      Incidence codes = opened.open(room);
      CodeSums sums = opened.open(limits).code(codes, w, how);
      double rmse = Math.sqrt(sums.squaredError() / x.facts().known());
      return CodedRows.binary(codes.toMatrix(), rmse).withProven(sums.proven());
    }
  }

  /**
   * The codes of rows that may already be loaded.
   *
   * @param w dictionary, K×D
   * @param seed of the random starts
   */
  public static BinaryMatrix encode(LoadedData data, Dense w, long seed) {
    return encode(data, w, Regularisation.DEFAULT, coding(seed)).z();
  }

  /** The codes of rows that pay for their features. */
  static Encoded encode(LoadedData data, Dense w, Regularisation costs, RowCoding how) {
    Incidence.Limits room = new Incidence.Limits(w.rows());
    Factorisation.Limits limits = new Factorisation.Limits(w.rows());
    StopSignal stop = StopSignal.NEVER;
    try (Opened opened = new Opened(data.rows(List.of(room, limits), stop), stop)) {
      Incidence codes = opened.open(room);
      long proven = costs.on(opened.open(limits), data).encode(codes, w, how);
      return new Encoded(codes.toMatrix(), proven);
    }
  }

  private static ResidentRows load(Backend backend, Rows block, long first, StopSignal stop) {
    return block instanceof SparseRows sparse
        ? backend.load(sparse, first, stop)
        : backend.load(block.matrix(), first, stop);
  }

  /**
   * Codes rows that stay in their file, on one reading, and passes the codes of each block to
   * {@code sink}.
   *
   * @param w dictionary, K×D
   * @param how rows are coded
   */
  static Coder.Quality code(Backend backend, FileRows x, Dense w, RowCoding how, Coder.Sink sink)
      throws IOException {
    double error = 0;
    long proven = 0;
    try (Pass pass = x.pass()) {
      for (int from = 0; from < x.rows(); from += x.blockRows()) {
        StopSignal stop = StopSignal.NEVER;
        try (ResidentRows rows = load(backend, pass.next(), from, stop);
            Opened opened = new Opened(rows, stop)) {
          Incidence codes = opened.open(new Incidence.Limits(w.rows()));
          CodeSums sums = opened.open(new Factorisation.Limits(w.rows())).code(codes, w, how);
          error += sums.squaredError();
          proven += sums.proven();
          sink.take(codes.toMatrix());
        }
      }
    }
    return new Coder.Quality(Math.sqrt(error / x.size()), OptionalLong.of(proven));
  }
}
