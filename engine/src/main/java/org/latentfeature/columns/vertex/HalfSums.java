package org.latentfeature.columns.vertex;

/**
 * Sums of the columns of B for every low and for every high half of a code, in single precision: an
 * entry of a point, less ½, is the sum of two of them. Held for the first rows of an order, twice
 * for the low half: row after row, for many codes at once, and code after code, for one.
 */
final class HalfSums {

  /** Rows held: more cost memory, and hardly any code is still in question. */
  static final int MOST_ROWS = 512;

  /** Low halves that are taken at once. */
  static final int TILE = 512;

  /** Rows are filled up to a multiple of this by rows that no vertex is distant in. */
  static final int BLOCK = 8;

  private static final double ROUNDING = 0x1p-24;

  private final int lowBits;
  private final int rows;
  private final int highs;
  private final float[][][] across;
  private final float[] low;
  private final float[] high;
  private final double error;

  private HalfSums(
      int lowBits,
      int rows,
      int highs,
      float[][][] across,
      float[] low,
      float[] high,
      double error) {
    this.lowBits = lowBits;
    this.rows = rows;
    this.highs = highs;
    this.across = across;
    this.low = low;
    this.high = high;
    this.error = error;
  }

  /**
   * Tables for {@code set}.
   *
   * @param order rows that are not of the set
   */
  static HalfSums of(RowSet set, int[] order) {
    int k = set.size();
    int lowBits = lowBits(k);
    int some = Math.min(order.length, MOST_ROWS);
    int rows = (some + BLOCK - 1) / BLOCK * BLOCK;
    int lows = 1 << lowBits;
    int highs = 1 << (k - lowBits);
    int width = Math.min(TILE, lows);
    float[][][] across = new float[lows / width][rows][width];
    float[] low = new float[lows * rows];
    float[] high = new float[highs * rows];
    double largest = 0;
    for (int r = 0; r < rows; r++) {
      double[] coefficients = new double[k];
      double start = 0.5;
      if (r < some) {
        System.arraycopy(set.map().values(), order[r] * k, coefficients, 0, k);
        start = set.offset()[order[r]] - 0.5;
      }
      double[] sums = sums(coefficients, 0, lowBits, start);
      for (int l = 0; l < lows; l++) {
        across[l / width][r][l % width] = (float) sums[l];
        low[l * rows + r] = (float) sums[l];
      }
      sums = sums(coefficients, lowBits, k, 0);
      for (int h = 0; h < highs; h++) {
        high[h * rows + r] = (float) sums[h];
      }
      double size = Math.abs(start) + 0.5;
      for (double c : coefficients) {
        size += Math.abs(c);
      }
      largest = Math.max(largest, size);
    }
    return new HalfSums(lowBits, rows, highs, across, low, high, 4 * ROUNDING * largest);
  }

  /** Bits of the low half. */
  static int lowBits(int k) {
    return k / 2;
  }

  /** Bytes that tables take. */
  static long bytesNeeded(int n, int k) {
    long rows = Math.min((long) n, MOST_ROWS) + BLOCK;
    return Float.BYTES * rows * ((2L << lowBits(k)) + (1L << (k - lowBits(k))));
  }

  private static double[] sums(double[] coefficients, int from, int to, double start) {
    double[] sums = new double[1 << (to - from)];
    sums[0] = start;
    for (int code = 1; code < sums.length; code++) {
      sums[code] =
          sums[code & (code - 1)] + coefficients[from + Integer.numberOfTrailingZeros(code)];
    }
    return sums;
  }

  /** How many low halves there are. */
  int lows() {
    return 1 << lowBits;
  }

  /** Low halves of a tile. */
  int width() {
    return Math.min(TILE, lows());
  }

  /** How many high halves there are. */
  int highs() {
    return highs;
  }

  /** Rows held, a multiple of {@link #BLOCK}; 0 if the set has all rows. */
  int rows() {
    return rows;
  }

  /** The code with these halves. */
  long code(int h, int l) {
    return ((long) h << lowBits) | l;
  }

  /**
   * The largest sum over these rows, in single precision, that a squared distance of {@code
   * distance} may come to.
   */
  float bound(double distance) {
    // Each entry is wrong by at most the error, and so is each distance from 0 or 1; then the sum.
    double root = Math.sqrt(distance) + error * Math.sqrt(rows);
    return Math.nextUp((float) (root * root * (1 + 2 * ROUNDING * (rows + 4))));
  }

  /**
   * Adds to {@code sums} the squared distances of the codes of a tile with high half {@code h} in
   * the {@link #BLOCK} rows from {@code row}.
   */
  void addBlock(int h, int row, int tile, float[] sums) {
    float[][] t = across[tile];
    for (int r = row; r < row + BLOCK; r += 4) {
      int b = h * rows + r;
      add(t[r], t[r + 1], t[r + 2], t[r + 3], high[b], high[b + 1], high[b + 2], high[b + 3], sums);
    }
  }

  /**
   * Each code alone, without a choice, and one term after another, so that the compiler takes many
   * codes at once: the distance of t from the nearer of 0 and 1 is | |t − ½| − ½ |.
   */
  private static void add(
      float[] t0,
      float[] t1,
      float[] t2,
      float[] t3,
      float h0,
      float h1,
      float h2,
      float h3,
      float[] sums) {
    for (int l = 0; l < sums.length; l++) {
      float d0 = Math.abs(t0[l] + h0) - 0.5f;
      float d1 = Math.abs(t1[l] + h1) - 0.5f;
      float d2 = Math.abs(t2[l] + h2) - 0.5f;
      float d3 = Math.abs(t3[l] + h3) - 0.5f;
      sums[l] = sums[l] + d0 * d0 + d1 * d1 + d2 * d2 + d3 * d3;
    }
  }

  /**
   * {@code sum} and the squared distances of one code in the rows from {@code row} on, until it is
   * above {@code bound}.
   */
  float add(float sum, int h, int l, int row, float bound) {
    int a = l * rows;
    int b = h * rows;
    float all = sum;
    for (int r = row; r < rows && all <= bound; r += 4) {
      float d0 = Math.abs(low[a + r] + high[b + r]) - 0.5f;
      float d1 = Math.abs(low[a + r + 1] + high[b + r + 1]) - 0.5f;
      float d2 = Math.abs(low[a + r + 2] + high[b + r + 2]) - 0.5f;
      float d3 = Math.abs(low[a + r + 3] + high[b + r + 3]) - 0.5f;
      all += d0 * d0 + d1 * d1 + (d2 * d2 + d3 * d3);
    }
    return all;
  }

  /** After how many rows, at most all, one code's sum is above {@code bound}. */
  int rowsUntil(int h, int l, float bound) {
    float sum = 0;
    int row = 0;
    for (; row < rows && sum <= bound; row += BLOCK) {
      for (int r = row; r < row + BLOCK; r++) {
        float d = Math.abs(low[l * rows + r] + high[h * rows + r]) - 0.5f;
        sum += d * d;
      }
    }
    return row;
  }
}
