package org.latentfeature.factor;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.StreamedBackend;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Pass;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.linalg.Dense;
import org.latentfeature.model.CodedRows;
import org.latentfeature.model.Coder;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Opened;
import org.latentfeature.step.ResidentRows;
import org.latentfeature.step.RowCoding;

/** Codes of new rows for a fitted dictionary. */
public final class FactorCoder {

  /** Maximum features for which each row's best code is found exactly. */
  public static final int EXACT_COLUMNS = 20;

  /** Random starts of the coordinate descent above that. */
  public static final int RESTARTS = 16;

  private FactorCoder() {}

  /**
   * For each row x of {@code x} (N×D) a z in {0,1}^K of small ‖x − Wᵀz‖²: the smallest if K &lt;=
   * 20, otherwise the best of 17 coordinate descents. Entries whose squares single precision does
   * not hold are scaled first.
   *
   * @param w dictionary, K×D
   * @param seed of the random starts
   */
  public static BinaryMatrix encode(Backend backend, Rows x, Dense w, long seed) {
    double largest =
        Arrays.stream(w.values()).map(Math::abs).reduce(x.facts().largest(), Math::max);
    double scale = PreparedData.scaleOf(largest);
    if (scale != 1) {
      return encode(backend, PreparedData.scaled(x, scale), scaled(w, scale), seed);
    }
    try (LoadedData data = new LoadedData(backend, x)) {
      return encode(data, w, seed);
    }
  }

  private static Dense scaled(Dense w, double scale) {
    return Dense.wrap(
        w.rows(), w.cols(), Arrays.stream(w.values()).map(entry -> entry * scale).toArray());
  }

  /**
   * The codes of {@code x} as {@link #encode} finds them, but from so many random starts, and their
   * error, on one reading of the rows.
   *
   * @param w dictionary, K×D
   * @param restarts random starts of each row if the search is not exact
   * @param seed of the random starts
   */
  public static CodedRows code(Backend backend, Rows x, Dense w, int restarts, long seed) {
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
      RowCoding how = RowCoding.encoding(EXACT_COLUMNS, restarts, seed, 0);
      double error = opened.open(limits).code(codes, w, how).squaredError();
      return CodedRows.binary(codes.toMatrix(), Math.sqrt(error / x.facts().known()));
    }
  }

  /**
   * The same for rows that may already be loaded.
   *
   * @param seed of the random starts
   */
  public static BinaryMatrix encode(LoadedData data, Dense w, long seed) {
    return encode(data, w, Regularisation.DEFAULT, seed);
  }

  /** The same for rows that pay for their features. */
  static BinaryMatrix encode(LoadedData data, Dense w, Regularisation costs, long seed) {
    Incidence.Limits room = new Incidence.Limits(w.rows());
    Factorisation.Limits limits = new Factorisation.Limits(w.rows());
    StopSignal stop = StopSignal.NEVER;
    try (Opened opened = new Opened(data.rows(List.of(room, limits), stop), stop)) {
      Incidence codes = opened.open(room);
      costs.on(opened.open(limits), data).encode(codes, w, EXACT_COLUMNS, RESTARTS, seed);
      return codes.toMatrix();
    }
  }

  /**
   * Codes rows that stay in their file as {@link #encode} does, on one reading, and passes the
   * codes of each block to {@code sink}.
   *
   * @param w dictionary, K×D
   * @param seed of the random starts
   * @return the root mean square of the residual
   */
  static double code(Backend backend, FileRows x, Dense w, long seed, Coder.Sink sink)
      throws IOException {
    RowCoding how = RowCoding.encoding(EXACT_COLUMNS, RESTARTS, seed, 0);
    double error = 0;
    try (Pass pass = x.pass()) {
      for (int from = 0; from < x.rows(); from += x.blockRows()) {
        StopSignal stop = StopSignal.NEVER;
        try (ResidentRows rows = backend.load(pass.next(), from, stop);
            Opened opened = new Opened(rows, stop)) {
          Incidence codes = opened.open(new Incidence.Limits(w.rows()));
          error +=
              opened.open(new Factorisation.Limits(w.rows())).code(codes, w, how).squaredError();
          sink.take(codes.toMatrix());
        }
      }
    }
    return Math.sqrt(error / x.size());
  }
}
