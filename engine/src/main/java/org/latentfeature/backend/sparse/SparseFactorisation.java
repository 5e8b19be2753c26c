package org.latentfeature.backend.sparse;

import java.util.List;
import org.latentfeature.backend.cpu.IncidenceColumns;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.data.KnownColumns;
import org.latentfeature.data.SparseRows;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.RowCoding;
import org.latentfeature.step.coding.BitDraws;
import org.latentfeature.step.coding.RowCoder;

/** Products, errors and codes of sparse rows. */
final class SparseFactorisation implements Factorisation {

  /** Rows whose error is also summed directly. */
  private static final int CHECKED = 64;

  /** Share of its terms below which a sum of them has lost too many digits. */
  private static final double CANCELLED = 1e-10;

  /** Share of ‖X‖², or of the squares of a row, below which its error is rounding. */
  private static final double ROUNDING = 1e-12;

  /** Rows of one piece of work: bits of a packed column that no other piece touches. */
  private static final int PIECE = 256;

  private final SparseHostRows rows;
  private final SparseRows x;
  private final StopSignal stop;

  SparseFactorisation(SparseHostRows rows, StopSignal stop) {
    this.rows = rows;
    x = rows.x();
    this.stop = stop;
  }

  static long bytesNeeded(int threads, int rows, int cols, Limits limits) {
    int k = limits.columns();
    return CodesByRow.bytesNeeded(rows, k)
        + WideDictionary.bytesNeeded(cols, k)
        + SparseSums.bytesNeeded(SparseSums.threads(threads, rows), (long) cols * k)
        + (long) cols * k * Double.BYTES;
  }

  @Override
  public Products products(Incidence codes, int from) {
    long start = System.nanoTime();
    IncidenceColumns z = (IncidenceColumns) codes;
    Dense cross = cross(new CodesByRow(x.rows(), z), from);
    Dense gram = z.gram(from);
    tally("products", z.columns() - from, start);
    return new Products(gram, cross);
  }

  /** Rows {@code from} to K−1 of ZᵀX. */
  private Dense cross(CodesByRow z, int from) {
    int k = z.columns() - from;
    int d = x.cols();
    int[] starts = x.starts();
    int[] column = x.columns();
    float[] value = x.values();
    double[] sums =
        SparseSums.of(
            x,
            rows.threads(),
            Lanes.size(d, k, "products"),
            stop,
            () -> {
              int[] ones = new int[z.columns()];
              return (i, sum) -> {
                int count = z.ones(i, ones);
                for (int at = starts[i]; at < starts[i + 1]; at++) {
                  int j = column[at] * k - from;
                  double v = value[at];
                  for (int o = 0; o < count; o++) {
                    if (ones[o] >= from) {
                      sum[j + ones[o]] += v;
                    }
                  }
                }
              };
            });
    Dense cross = new Dense(k, d);
    for (int j = 0; j < d; j++) {
      for (int c = 0; c < k; c++) {
        cross.values()[c * d + j] = sums[j * k + c];
      }
    }
    return cross;
  }

  @Override
  public Dense columnGrams(Incidence codes, int[] columns) {
    return ((IncidenceColumns) codes)
        .columnGrams(KnownColumns.complete(x.rows(), x.cols()), columns);
  }

  /**
   * ‖X‖² − 2⟨ZᵀX, W⟩ + ⟨ZᵀZ, WWᵀ⟩ in double precision. Where these terms cancel, as one large row
   * among small ones makes them do, the errors of all rows are summed instead. Where a sample of
   * rows has no error, they are not: the result is then right to 10⁻¹² of ‖X‖² only, as a sum over
   * all entries, zeros included, would be of rounding errors.
   */
  @Override
  public double squaredError(Incidence codes, Dense w) {
    long start = System.nanoTime();
    IncidenceColumns columns = (IncidenceColumns) codes;
    CodesByRow z = new CodesByRow(x.rows(), columns);
    WideDictionary dictionary = WideDictionary.of(w);
    double error = byTerms(columns, z, w, dictionary);
    stop.check();
    tally("squared error", w.rows(), start);
    return error;
  }

  private double byTerms(
      IncidenceColumns columns, CodesByRow z, Dense w, WideDictionary dictionary) {
    double norm = x.facts().squaredNorm();
    double error = norm;
    double size = norm;
    if (w.rows() > 0) {
      Dense cross = cross(z, 0);
      Dense gram = columns.gram(0);
      for (int c = 0; c < w.rows(); c++) {
        double term = 2 * cross.rowDot(c, w, c);
        error -= term;
        size += Math.abs(term);
        for (int b = 0; b < w.rows(); b++) {
          term = gram.get(c, b) * dictionary.gram[c * dictionary.width + b];
          error += term;
          size += Math.abs(term);
        }
      }
    }
    boolean isSure =
        error > CANCELLED * size || (Math.abs(error) <= ROUNDING * norm && isExact(z, dictionary));
    return isSure ? Math.max(0, error) : byRows(z, dictionary);
  }

  /** Returns whether a sample of rows has no error but rounding, each by its size. */
  private boolean isExact(CodesByRow z, WideDictionary dictionary) {
    Errors errors = new Errors(z, dictionary);
    int count = Math.min(CHECKED, x.rows());
    for (int s = 0; s < count; s++) {
      int i = (int) ((long) s * x.rows() / count);
      if (errors.ofRow(i) > ROUNDING * x.squaredNorm(i)) {
        return false;
      }
    }
    return true;
  }

  private double byRows(CodesByRow z, WideDictionary dictionary) {
    List<Double> parts =
        Workers.parts(
            rows.threads(),
            x.rows(),
            1,
            stop,
            (from, to) -> {
              Errors errors = new Errors(z, dictionary);
              double sum = 0;
              for (int i = from; i < to && ((i & 63) != 0 || !stop.isSet()); i++) {
                sum += errors.ofRow(i);
              }
              return sum;
            });
    return parts.stream().mapToDouble(Double::doubleValue).sum();
  }

  /** ‖x_i − Wᵀz_i‖² of single rows. */
  private final class Errors {

    /** Share of its terms below which the error of one row is summed entry by entry. */
    private static final double CANCELLED_ROW = 1e-9;

    private final CodesByRow z;
    private final WideDictionary dictionary;
    private final int[] ones;
    private final double[] row = new double[x.cols()];
    private final double[] p;
    private final double[] image;
    private double size;

    Errors(CodesByRow z, WideDictionary dictionary) {
      this.z = z;
      this.dictionary = dictionary;
      ones = new int[z.columns()];
      p = new double[dictionary.width];
      image = new double[dictionary.width];
    }

    /** ‖x‖² − 2 zᵀWx + zᵀWWᵀz. */
    double terms(int i) {
      int count = z.ones(i, ones);
      dictionary.project(x, i, p);
      dictionary.image(ones, count, image);
      double sum = x.squaredNorm(i);
      size = sum;
      for (int o = 0; o < count; o++) {
        sum += image[ones[o]] - 2 * p[ones[o]];
        size += Math.abs(image[ones[o]]) + 2 * Math.abs(p[ones[o]]);
      }
      return sum;
    }

    /**
     * Returns ‖x − Wᵀz‖² of row {@code i} by {@link #terms}, or by the direct sum where the terms
     * cancel.
     */
    double byTerms(int i) {
      double sum = terms(i);
      return sum > CANCELLED_ROW * size || size == 0 ? sum : ofRow(i);
    }

    /** Entry by entry. */
    double ofRow(int i) {
      dictionary.reconstruct(ones, z.ones(i, ones), row);
      for (int at = x.starts()[i]; at < x.starts()[i + 1]; at++) {
        row[x.columns()[at]] -= x.values()[at];
      }
      return Lanes.squares(row);
    }
  }

  @Override
  public double[] rowErrors(Incidence codes, Dense w) {
    long start = System.nanoTime();
    CodesByRow z = new CodesByRow(x.rows(), (IncidenceColumns) codes);
    WideDictionary dictionary = WideDictionary.of(w);
    double[] errors = new double[x.rows()];
    Workers.share(
        rows.threads(),
        (x.rows() + PIECE - 1) / PIECE,
        stop,
        (worker, piece) -> {
          Errors one = new Errors(z, dictionary);
          for (int i = piece * PIECE; i < Math.min(x.rows(), (piece + 1) * PIECE); i++) {
            errors[i] = one.byTerms(i);
          }
        });
    tally("row errors", w.rows(), start);
    return errors;
  }

  /** Codes rows {@code from} to {@code to}, given how to project them. */
  @FunctionalInterface
  private interface Coding {
    long rows(int from, int to, RowCoder coder, IncidenceColumns.Projection projection);
  }

  @Override
  public long refine(Incidence codes, Dense w, int exactColumns) {
    long start = System.nanoTime();
    IncidenceColumns z = (IncidenceColumns) codes;
    boolean exact = w.rows() <= exactColumns;
    long changed =
        code(
            w, (from, to, coder, projection) -> z.refine(from, to, coder, projection, exact, stop));
    tally("refine", w.rows(), start);
    return changed;
  }

  @Override
  public long draw(Incidence codes, Dense w, BitDraws how) {
    long start = System.nanoTime();
    IncidenceColumns z = (IncidenceColumns) codes;
    long changed =
        code(
            w,
            (from, to, coder, projection) ->
                z.draw(from, to, coder, projection, false, how, rows.first(), stop));
    tally("draw", w.rows(), start);
    return changed;
  }

  @Override
  public long encode(Incidence codes, Dense w, RowCoding how) {
    long start = System.nanoTime();
    IncidenceColumns z = (IncidenceColumns) codes;
    z.clear(w.rows());
    long proven =
        code(
            w,
            (from, to, coder, projection) ->
                z.encode(from, to, coder, projection, how, rows.first(), stop));
    tally("encode", w.rows(), start);
    return proven;
  }

  private long code(Dense w, Coding coding) {
    WideDictionary dictionary = WideDictionary.of(w);
    RowCoder coder = new RowCoder(w);
    int pieces = (x.rows() + PIECE - 1) / PIECE;
    long[] changed = new long[pieces];
    Workers.share(
        rows.threads(),
        pieces,
        stop,
        (worker, piece) -> {
          double[] padded = new double[dictionary.width];
          changed[piece] =
              coding.rows(
                  piece * PIECE,
                  Math.min(x.rows(), (piece + 1) * PIECE),
                  coder.fork(),
                  (i, p) -> {
                    dictionary.project(x, i, padded);
                    System.arraycopy(padded, 0, p, 0, p.length);
                  });
        });
    long sum = 0;
    for (long c : changed) {
      sum += c;
    }
    return sum;
  }

  private void tally(String step, int k, long start) {
    rows.tally().add(step, 1, 2.0 * x.entries() * k, start);
  }

  @Override
  public void close() {
    // Holds nothing that the garbage collector does not take.
  }
}
