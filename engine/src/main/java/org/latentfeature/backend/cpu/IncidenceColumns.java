package org.latentfeature.backend.cpu;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.KnownColumns;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.RowCoding;
import org.latentfeature.step.coding.BitDraws;
import org.latentfeature.step.coding.NearestPlane;
import org.latentfeature.step.coding.RowCoder;
import org.latentfeature.step.coding.RowEncoder;

/** A binary incidence matrix Z (N×K) on the host: one packed array per column. */
public final class IncidenceColumns implements Incidence {

  private final int rows;
  private List<long[]> columns = new ArrayList<>();

  /** N×0. */
  public IncidenceColumns(int rows) {
    this.rows = rows;
  }

  /** An empty matrix; columns are allocated when they are added. */
  public static IncidenceColumns of(HostRows rows, Limits limits, StopSignal stop) {
    return new IncidenceColumns(rows.rows());
  }

  /** Bytes of the columns beside N×D rows. */
  public static long bytesNeeded(int rows, int cols, Limits limits) {
    return (long) rows * limits.columns() / Byte.SIZE;
  }

  @Override
  public int columns() {
    return columns.size();
  }

  /** The packed entries of column {@code k}, not a copy. */
  public long[] words(int k) {
    return columns.get(k);
  }

  @Override
  public BinaryMatrix toMatrix() {
    return BinaryMatrix.ofColumns(
        rows, columns.stream().map(w -> BitVector.ofWords(rows, w)).toList());
  }

  @Override
  public void replace(BinaryMatrix z) {
    columns.clear();
    append(z.columns());
  }

  @Override
  public void append(List<BitVector> added) {
    for (BitVector c : added) {
      columns.add(c.toWords());
    }
  }

  @Override
  public void retain(int[] kept) {
    List<long[]> some = new ArrayList<>(kept.length);
    for (int k : kept) {
      some.add(columns.get(k));
    }
    columns = some;
  }

  /** Rows {@code from} to K−1 of ZᵀZ. */
  public Dense gram(int from) {
    int k = columns.size();
    Dense gram = new Dense(k - from, k);
    for (int i = from; i < k; i++) {
      for (int j = 0; j < k; j++) {
        gram.set(i - from, j, i > j && j >= from ? gram.get(j - from, i) : common(i, j));
      }
    }
    return gram;
  }

  private int common(int i, int j) {
    long[] a = columns.get(i);
    long[] b = columns.get(j);
    int sum = 0;
    for (int w = 0; w < a.length; w++) {
      sum += Long.bitCount(a[w] & b[w]);
    }
    return sum;
  }

  /** Copies row {@code i} into {@code z}, entries 0 or 1. */
  public void getRow(int i, byte[] z) {
    for (int k = 0; k < columns.size(); k++) {
      z[k] = (byte) (columns.get(k)[i >> 6] >>> (i & 63) & 1);
    }
  }

  /** Writes {@code z} into row {@code i} and returns how many entries changed. */
  public int setRow(int i, byte[] z) {
    int changed = 0;
    for (int k = 0; k < columns.size(); k++) {
      long[] words = columns.get(k);
      if ((words[i >> 6] >>> (i & 63) & 1) != z[k]) {
        words[i >> 6] ^= 1L << (i & 63);
        changed++;
      }
    }
    return changed;
  }

  /**
   * Zᵀ diag(m) Z for each of {@code columns} of X, m the rows that know it: a row of K(K+1)/2
   * numbers for each, entry (i, j) with i >= j at i(i+1)/2 + j.
   *
   * @param known the rows that know each column of X
   * @param columns columns of X, from 0
   */
  public Dense columnGrams(KnownColumns known, int[] columns) {
    int k = this.columns.size();
    Dense grams = new Dense(columns.length, k * (k + 1) / 2);
    columnGrams(known, columns, 0, columns.length, grams);
    return grams;
  }

  /**
   * The rows {@code from} to {@code to} of them, into {@code grams}.
   *
   * @param known as above
   * @param columns as above
   */
  public void columnGrams(KnownColumns known, int[] columns, int from, int to, Dense grams) {
    int k = this.columns.size();
    long[] both = new long[BitVector.wordCount(rows)];
    BitVector[] masks = new BitVector[to];
    for (int c = from; c < to; c++) {
      masks[c] = known.rows(known.pattern(columns[c]));
    }
    int pair = 0;
    for (int i = 0; i < k; i++) {
      for (int j = 0; j <= i; j++, pair++) {
        long[] a = words(i);
        long[] b = words(j);
        for (int w = 0; w < both.length; w++) {
          both[w] = a[w] & b[w];
        }
        for (int c = from; c < to; c++) {
          BitVector m = masks[c];
          int sum = 0;
          for (int w = 0; w < both.length; w++) {
            sum += Long.bitCount(both[w] & m.word(w));
          }
          grams.values()[c * grams.cols() + pair] = sum;
        }
      }
    }
  }

  /** Gives p = W x of a row. */
  @FunctionalInterface
  public interface Projection {
    /** Writes W x_i (K entries), of row i = {@code row}, into {@code p}. */
    void of(int row, double[] p);
  }

  /** Changes the code of a row. */
  @FunctionalInterface
  private interface Recoding {
    /**
     * Changes {@code z}, the code of row i = {@code row}, given its projection {@code p}; returns
     * false if it surely did not, which spares storing it.
     */
    boolean of(int row, double[] p, byte[] z);
  }

  /** Changes rows one after another, and counts the entries that changed. */
  private long recode(
      int from, int to, RowCoder coder, Projection projection, StopSignal stop, Recoding recoding) {
    byte[] z = new byte[columns.size()];
    double[] p = new double[columns.size()];
    long changed = 0;
    for (int i = from; i < to && !leaves(i, stop); i++) {
      projection.of(i, p);
      changed += recode(i, coder, p, z, recoding);
    }
    return changed;
  }

  /** Changes one row, with {@code z} to work in, and counts the entries that changed. */
  private long recode(int i, RowCoder coder, double[] p, byte[] z, Recoding recoding) {
    getRow(i, z);
    coder.load(i);
    return recoding.of(i, p, z) ? setRow(i, z) : 0;
  }

  /**
   * Changes rows to their best codes: a word of rows at once, and by {@code recoding} those that
   * are not settled so.
   */
  private long search(
      int from, int to, RowCoder coder, Projection projection, StopSignal stop, Recoding recoding) {
    NearestPlane plane = coder.nearestPlane();
    if (plane == null) {
      return recode(from, to, coder, projection, stop, recoding);
    }
    byte[] z = new byte[columns.size()];
    double[] p = new double[columns.size()];
    long[] codes = new long[columns.size()];
    long changed = 0;
    int next;
    for (int first = from; first < to && !stop.isSet(); first = next) {
      int word = first / NearestPlane.ROWS;
      next = first + Math.min(to - first, NearestPlane.ROWS - first % NearestPlane.ROWS);
      long open = 0;
      for (int i = first; i < next; i++) {
        projection.of(i, p);
        plane.put(i % NearestPlane.ROWS, p);
        open |= 1L << i;
      }
      long settled = open & plane.code(codes);
      changed += setRows(word, settled, codes);
      for (open &= ~settled; open != 0; open &= open - 1) {
        int row = Long.numberOfTrailingZeros(open);
        plane.get(row, p);
        changed += recode(word * NearestPlane.ROWS + row, coder, p, z, recoding);
      }
    }
    return changed;
  }

  /** Writes those rows of a word of each column, and returns how many entries changed. */
  private long setRows(int word, long which, long[] codes) {
    long changed = 0;
    for (int k = 0; k < codes.length; k++) {
      long[] words = columns.get(k);
      long differing = (words[word] ^ codes[k]) & which;
      words[word] ^= differing;
      changed += Long.bitCount(differing);
    }
    return changed;
  }

  /**
   * Moves rows {@code from} to {@code to} (exclusive) to a minimum of the coder's objective,
   * starting from their codes.
   *
   * @param stop once it is set, the other rows stay unchanged
   * @param exact most columns of an exact search
   * @return number of entries changed
   */
  public long refine(
      int from, int to, RowCoder coder, Projection projection, boolean exact, StopSignal stop) {
    if (!exact) {
      return recode(from, to, coder, projection, stop, (i, p, z) -> coder.descend(p, z) > 0);
    }
    return search(
        from,
        to,
        coder,
        projection,
        stop,
        (i, p, z) -> {
          coder.exact(p, z);
          return true;
        });
  }

  /**
   * Improves the codes of rows {@code from} to {@code to} that have missing entries, starting from
   * the residuals of those rows.
   *
   * @param rest gives W a of a row, a = x − Wᵀz where x is known, else 0
   * @param exact whether the search is exact
   * @return number of entries changed
   */
  public long improve(
      int from, int to, RowCoder coder, Projection rest, boolean exact, StopSignal stop) {
    return recode(
        from,
        to,
        coder,
        rest,
        stop,
        (i, p, z) -> {
          if (exact) {
            coder.improveExactly(p, z);
          }
          return exact || coder.improve(p, z) > 0;
        });
  }

  /**
   * Draws the bits of rows {@code from} to {@code to} (exclusive); see Factorisation.draw. Row 0 is
   * number {@code first} among all.
   *
   * @param projection of rows, or of their residuals as of {@link #improve}
   * @param residual which of the two
   * @param how bits are drawn
   * @return number of entries changed
   */
  public long draw(
      int from,
      int to,
      RowCoder coder,
      Projection projection,
      boolean residual,
      BitDraws how,
      long first,
      StopSignal stop) {
    return recode(
        from,
        to,
        coder,
        projection,
        stop,
        (i, p, z) -> {
          if (how.spares(first + i)) {
            return false;
          }
          int turned =
              residual ? coder.redraw(p, z, how, first + i) : coder.draw(p, z, how, first + i);
          return turned > 0;
        });
  }

  /**
   * Encodes rows {@code from} to {@code to} anew; see Factorisation.encode. Row 0 is number {@code
   * first} among all.
   *
   * @param how rows are coded
   * @return number of rows of which no code is better
   */
  public long encode(
      int from,
      int to,
      RowCoder coder,
      Projection projection,
      RowCoding how,
      long first,
      StopSignal stop) {
    RowEncoder encoder = how.encoder(coder, columns.size());
    long[] unproven = {0};
    search(
        from,
        to,
        coder,
        projection,
        stop,
        (i, p, z) -> {
          unproven[0] += encoder.encode(first + i, p, z) ? 0 : 1;
          return true;
        });
    return to - from - unproven[0];
  }

  private static boolean leaves(int i, StopSignal stop) {
    return (i & 63) == 0 && stop.isSet();
  }

  /** Makes it N×K, all zeros, to encode into. */
  public void clear(int k) {
    columns.clear();
    for (int c = 0; c < k; c++) {
      columns.add(new long[BitVector.wordCount(rows)]);
    }
  }

  /**
   * Unpacks rows {@code from} … {@code from + count} of column {@code k} to 0f and 1f.
   *
   * @param into where they go
   * @param at index of the first in {@code into}
   */
  public void unpack(int k, int from, int count, float[] into, int at) {
    long[] words = columns.get(k);
    for (int i = 0; i < count; i++) {
      int row = from + i;
      into[at + i] = words[row >> 6] >>> (row & 63) & 1;
    }
  }

  @Override
  public void close() {
    // Holds nothing that the garbage collector does not take.
  }
}
