package org.latentfeature.data;

/**
 * Counts of one allele, 0, 1 or 2, that N individuals have at M loci, some of them missing; two
 * bits each, locus by locus, as PLINK's {@code .bed} files pack them. Immutable.
 */
public final class AlleleCounts {

  /** Stands for a count that is not known. */
  public static final int MISSING = -1;

  /** Individuals in a byte, of which the first has the lowest bits. */
  private static final int IN_BYTE = 4;

  /** Counts by the two bits: 00, 01, 10, 11. */
  private static final int[] COUNTS = {2, MISSING, 1, 0};

  /** The two bits by count, from {@link #MISSING}. */
  private static final int[] BITS = {1, 3, 2, 0};

  private final int individuals;
  private final byte[][] packed;

  private AlleleCounts(int individuals, byte[][] packed) {
    this.individuals = individuals;
    this.packed = packed;
  }

  /**
   * Counts that are packed already.
   *
   * @param individuals N
   * @param packed M arrays of {@link #bytes} each, which are kept and must not be written to
   */
  public static AlleleCounts of(int individuals, byte[][] packed) {
    for (byte[] locus : packed) {
      if (locus.length != bytes(individuals)) {
        throw new IllegalArgumentException(
            locus.length + " bytes for " + individuals + " individuals");
      }
    }
    return new AlleleCounts(individuals, packed);
  }

  /**
   * Counts in the rows of a matrix, N×M.
   *
   * @param name of the matrix in messages
   * @throws DataException naming row, column and value of an entry that is not 0, 1, 2 or NaN
   */
  public static AlleleCounts of(Matrix x, String name) {
    byte[][] packed = new byte[x.cols()][bytes(x.rows())];
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        put(packed[j], i, count(row[j], i, j, name));
      }
    }
    return new AlleleCounts(x.rows(), packed);
  }

  private static int count(float entry, int i, int j, String name) {
    if (Float.isNaN(entry)) {
      return MISSING;
    }
    if (entry == 0 || entry == 1 || entry == 2) {
      return (int) entry;
    }
    throw new DataException(
        "row %d, column %d of %s is %s, but a count of alleles is 0, 1 or 2; write counts, as plink --recode A does"
            .formatted(i + 1L, j + 1L, name, entry));
  }

  /**
   * Packs a count.
   *
   * @param locus {@link #bytes} of a locus
   * @param i individual, from 0
   * @param count 0, 1, 2 or {@link #MISSING}
   */
  public static void put(byte[] locus, int i, int count) {
    int shift = 2 * (i % IN_BYTE);
    int bits = BITS[count - MISSING];
    locus[i / IN_BYTE] = (byte) ((locus[i / IN_BYTE] & ~(3 << shift)) | (bits << shift));
  }

  /** Bytes that a locus of so many individuals takes. */
  public static int bytes(int individuals) {
    return (individuals + IN_BYTE - 1) / IN_BYTE;
  }

  /** Number of individuals, N. */
  public int individuals() {
    return individuals;
  }

  /** Number of loci, M. */
  public int loci() {
    return packed.length;
  }

  /**
   * The count of an individual at a locus, or {@link #MISSING}.
   *
   * @param i individual, from 0
   * @param j locus, from 0
   */
  public int get(int i, int j) {
    return COUNTS[(packed[j][i / IN_BYTE] >>> (2 * (i % IN_BYTE))) & 3];
  }

  /** The counts of a locus, packed, in an array of the caller's. */
  public byte[] packed(int j) {
    return packed[j].clone();
  }

  /** Chooses some of the counts. */
  @FunctionalInterface
  public interface Choice {
    /** Returns whether that of individual {@code i} at locus {@code j} is chosen. */
    boolean has(int i, int j);
  }

  /** A copy in which the chosen counts are missing. */
  public AlleleCounts without(Choice choice) {
    byte[][] some = new byte[packed.length][];
    for (int j = 0; j < some.length; j++) {
      some[j] = packed[j].clone();
      for (int i = 0; i < individuals; i++) {
        if (choice.has(i, j)) {
          put(some[j], i, MISSING);
        }
      }
    }
    return new AlleleCounts(individuals, some);
  }
}
