package org.latentfeature.study.order;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.fit.factor.PreparedData;
import org.latentfeature.spectral.GavishDonoho;
import org.latentfeature.spectral.KritchmanNadler;
import org.latentfeature.step.Moments;
import org.latentfeature.step.ResidentRows;

/**
 * How many singular values of X stand out of noise, counted in two ways that fail on different
 * data.
 *
 * @param whole of X as it is, so that an offset counts, as it does in Z W; {@link GavishDonoho}
 * @param centred of X minus the mean of its rows, by {@link KritchmanNadler}; null if it is above
 *     half of min(N, D), where it has no noise left to measure, or as many as there are values
 * @param uncentred of X as it is, by {@link KritchmanNadler}; null as {@code centred}
 * @param gap number of values before the only large fall, of both; null if there is none
 * @param rank number of singular values above rounding errors; min(N, D) if only leading ones are
 *     known
 * @param values number of singular values, min(N, D)
 */
record SpectralCounts(
    int whole,
    @Nullable Integer centred,
    @Nullable Integer uncentred,
    @Nullable Integer gap,
    int rank,
    int values) {

  /** Among fewer values a fall says little, and features may be more than values. */
  private static final int VALUES = 32;

  /** Fewer values beside those that stand out do not tell noise from more features. */
  private static final int NOISE_VALUES = 3;

  /** A large fall is one by this factor. */
  private static final double FALL = 1.8;

  /**
   * No value after it may fall by more, and none before it unless by the square root of that fall
   * at most, but for the first of X as it is, which an offset raises.
   */
  private static final double SMALL = 1.5;

  /** Up to so many values of sparse rows are all computed. */
  private static final int ALL_VALUES = 1024;

  /** Leading values of sparse rows that are counted at first, and at most. */
  private static final int FIRST_LEADING = 64;

  private static final int MOST_LEADING = 128;

  /** Squared singular values below this share of the largest are rounding errors of X. */
  private static final double ROUNDING = 1e-13;

  /**
   * Counts those of {@code data}, all of whose entries are known.
   *
   * @return null if X is too large for its spectrum
   */
  static @Nullable SpectralCounts of(LoadedData data, StopSignal stop) {
    PreparedData prepared = PreparedData.of(data, stop);
    LoadedData fitted = prepared.fitted();
    Rows x = fitted.source();
    if (x.isSparse() && Math.min(x.rows(), x.cols()) > ALL_VALUES) {
      return leading(fitted, x, prepared.noisyCols(), stop);
    }
    if (!Spectrum.isKnown(fitted.source().rows(), fitted.source().cols())) {
      return null;
    }
    ResidentRows rows = fitted.rows(List.of(new Moments.Limits()), stop);
    Spectrum spectrum = Spectrum.of(rows, data.backend().algebra(), stop);
    double[] whole = spectrum.squaredSingularValues();
    double noise = ROUNDING * whole[0];
    double[] centred =
        spectrum
            .centred(spectrum.isOfRows() ? new double[0] : means(fitted.source(), stop))
            .squaredSingularValues();
    return of(
        cleaned(whole, noise),
        cleaned(centred, noise),
        fitted.source().rows(),
        prepared.noisyCols());
  }

  /**
   * Counts leading values, twice as many until the counts decide or are well below their number.
   */
  private static SpectralCounts leading(LoadedData data, Rows x, int cols, StopSignal stop) {
    int all = Math.min(x.rows(), cols);
    for (int size = FIRST_LEADING; ; size *= 2) {
      SpectralCounts found =
          of(
              LeadingValues.of(data, x, Math.min(all, size), data.backend().algebra(), stop),
              x.rows(),
              cols);
      boolean isDecided = found.gap() != null || (found.agree() && 2 * found.whole() <= size);
      if (isDecided || size >= all || size >= MOST_LEADING) {
        return found;
      }
    }
  }

  /** Counts the leading values of N×D rows; those beyond them are noise. */
  static SpectralCounts of(LeadingValues.Both leading, int rows, int cols) {
    double[] whole = leading.whole().squares();
    KritchmanNadler noise = leading.whole().components(rows, cols);
    KritchmanNadler centred = leading.centred().components(rows, cols);
    double[] values = Arrays.stream(whole).map(Math::sqrt).toArray();
    int before = fall(leading.centred().squares(), 0);
    int after = fall(whole, 1);
    return new SpectralCounts(
        GavishDonoho.count(values, rows, cols, noise.variance()),
        known(centred, values.length),
        known(noise, values.length),
        gap(before, after),
        Math.min(rows, cols),
        Math.min(rows, cols));
  }

  /** Returns the fall of X as it is, if X less its mean falls there, too, or a feature earlier. */
  private static @Nullable Integer gap(int before, int after) {
    return after > 1 && (after == before || after == before + 1) ? after : null;
  }

  /** Returns the number of components; null if all values are, and more may be. */
  private static @Nullable Integer known(KritchmanNadler found, int values) {
    return found.components() < values ? found.components() : null;
  }

  /**
   * Counts squared singular values, largest first.
   *
   * @param rows N
   * @param cols D, without columns that are all zero
   */
  static SpectralCounts of(double[] whole, double[] centred, int rows, int cols) {
    int n = Math.min(rows, cols);
    double[] values = Arrays.stream(Arrays.copyOf(whole, n)).map(Math::sqrt).toArray();
    int before = fall(Arrays.copyOf(centred, n), 0);
    int after = fall(Arrays.copyOf(whole, n), 1);
    return new SpectralCounts(
        GavishDonoho.count(values, rows, cols),
        components(centred, rows, cols),
        components(whole, rows, cols),
        gap(before, after),
        (int) Arrays.stream(values).filter(value -> value > 0).count(),
        n);
  }

  private static @Nullable Integer components(double[] squares, int rows, int cols) {
    double[] eigenvalues =
        Arrays.stream(Arrays.copyOf(squares, cols)).map(square -> square / rows).toArray();
    int components = KritchmanNadler.of(eigenvalues, rows).components();
    return 2 * components > Math.min(rows, cols) ? null : components;
  }

  /**
   * Returns how many values are before the last large fall in the larger half of them, from {@code
   * from} on; 0 if none falls far, or others do that are not small beside it: features of unequal
   * size fall, too, but not as far as to the noise.
   */
  static int fall(double[] squares, int from) {
    int found = 0;
    double last = 1;
    double before = 1;
    double after = 1;
    for (int j = from; squares.length >= VALUES && j < squares.length / 2; j++) {
      double fall = Math.sqrt(squares[j] / squares[j + 1]);
      if (Double.isNaN(fall)) {
        return 0;
      }
      if (fall > FALL) {
        before = Math.max(before, Math.max(last, after));
        found = j + 1;
        last = fall;
        after = 1;
      } else {
        after = Math.max(after, fall);
      }
    }
    return after <= SMALL && before <= Math.max(SMALL, Math.sqrt(last)) ? found : 0;
  }

  private static double[] cleaned(double[] squares, double noise) {
    return Arrays.stream(squares).map(square -> square > noise ? square : 0).toArray();
  }

  /** Features of which each row has exactly one span one dimension more than they vary in. */
  boolean agree() {
    return agree(whole);
  }

  /** Returns whether {@code count}, of X as it is, agrees with the centred one in this way. */
  boolean agree(int count) {
    boolean isNoiseSeen = count <= values - NOISE_VALUES || count == rank;
    return isNoiseSeen
        && count > 0
        && centred != null
        && (count == centred || count == centred + 1);
  }

  /** Returns the mean of the rows, D entries. */
  static double[] means(Rows x, StopSignal stop) {
    double[] means = new double[x.cols()];
    if (x.isSparse()) {
      x.forEachBlock(
          stop,
          (from, block) -> {
            SparseRows sparse = (SparseRows) block;
            for (int at = 0; at < sparse.entries(); at++) {
              means[sparse.columns()[at]] += sparse.values()[at];
            }
          });
    } else {
      float[] row = new float[means.length];
      x.forEach(
          stop,
          (from, block) -> {
            for (int i = 0; i < block.rows(); i++) {
              block.getRow(i, row);
              for (int j = 0; j < row.length; j++) {
                means[j] += row[j];
              }
            }
          });
    }
    for (int j = 0; j < means.length; j++) {
      means[j] /= x.rows();
    }
    return means;
  }
}
