package org.latentfeature.fit.model;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.coding.Codes;
import org.latentfeature.step.coding.Paths;

/** The features of rows, in the model's order if it has one, and their weights. */
public final class CodedRows {

  private final Codes codes;
  private final double rmse;
  private final @Nullable Paths paths;
  private final Codes likeliest;
  private final long undetermined;
  private final OptionalLong proven;

  /** Weights of each row, in the order of its path, in double precision. */
  private final double[][] weights;

  private CodedRows(
      Codes codes,
      double rmse,
      @Nullable Paths paths,
      double[][] weights,
      Codes likeliest,
      long undetermined,
      OptionalLong proven) {
    this.codes = codes;
    this.rmse = rmse;
    this.paths = paths;
    this.weights = weights;
    this.likeliest = likeliest;
    this.undetermined = undetermined;
    this.proven = proven;
  }

  /**
   * Every feature with weight 1, in the order of their numbers.
   *
   * @param z incidence matrix of the rows
   * @param rmse root mean square of the residual, over the known entries
   */
  public static CodedRows binary(BinaryMatrix z, double rmse) {
    return binary(z, rmse, z, 0);
  }

  /**
   * Returns codes of rows with missing entries, every feature with weight 1, in the order of their
   * numbers.
   *
   * @param likeliest the codes of least error, in which bits that are not determined may be on
   * @param undetermined number of bits, off in {@code z}, that the known entries of their rows do
   *     not determine
   * @param rmse root mean square of the residual, over the known entries
   */
  public static CodedRows binary(
      BinaryMatrix z, double rmse, BinaryMatrix likeliest, long undetermined) {
    return new CodedRows(
        Codes.binary(z),
        rmse,
        null,
        new double[0][],
        Codes.binary(likeliest),
        undetermined,
        OptionalLong.empty());
  }

  /**
   * Returns these codes with the number of rows of which it is proven that no code is better.
   *
   * @param rows that number
   */
  public CodedRows withProven(long rows) {
    return new CodedRows(
        codes, rmse, paths, weights, likeliest, undetermined, OptionalLong.of(rows));
  }

  /**
   * Features with weights, in the order of paths.
   *
   * @param k number of features of the model
   * @param weights of each row, in the order of its path
   * @param rmse root mean square of the residual, over the known entries
   */
  public static CodedRows paths(int k, Paths paths, double[][] weights, double rmse) {
    boolean[][] has = new boolean[k][paths.count()];
    Matrix all = Matrix.allocate(paths.count(), k);
    for (int i = 0; i < paths.count(); i++) {
      for (int a = 0; a < paths.length(i); a++) {
        has[paths.feature(i, a)][i] = true;
        all.set(i, paths.feature(i, a), (float) weights[i][a]);
      }
    }
    BinaryMatrix z =
        BinaryMatrix.ofColumns(paths.count(), Arrays.stream(has).map(BitVector::of).toList());
    Codes codes = Codes.weighted(z, all);
    return new CodedRows(codes, rmse, paths, weights, codes, 0, OptionalLong.empty());
  }

  /** The features of the rows, M×K. */
  public BinaryMatrix z() {
    return codes.z();
  }

  /** The features of the rows and their weights. */
  public Codes codes() {
    return codes;
  }

  /** Root mean square of the residual, over the known entries. */
  public double rmse() {
    return rmse;
  }

  /**
   * Number of bits, off here, that the known entries of their rows do not determine; 0 for models
   * with weights.
   */
  public long undetermined() {
    return undetermined;
  }

  /**
   * Number of rows of which it is proven that no other code has a smaller error (before bits that
   * are not determined are off); empty if the coder cannot say.
   */
  public OptionalLong proven() {
    return proven;
  }

  /**
   * These rows among others without any feature, whose bits are all undetermined.
   *
   * @param places of these rows, from 0, ascending
   * @param count number of all rows
   */
  public CodedRows among(int[] places, int count) {
    int k = codes.z().cols();
    Paths order = paths;
    if (order == null) {
      long open = undetermined + (long) k * (count - places.length);
      CodedRows all =
          binary(among(codes.z(), places, count), rmse, among(likeliest.z(), places, count), open);
      return proven.isPresent() ? all.withProven(proven.getAsLong()) : all;
    }
    Paths all = new Paths(count, order.longest());
    double[][] their = new double[count][0];
    for (int i = 0; i < places.length; i++) {
      all.set(places[i], order, i);
      their[places[i]] = weights[i];
    }
    return paths(k, all, their, rmse);
  }

  private static BinaryMatrix among(BinaryMatrix z, int[] places, int count) {
    boolean[][] has = new boolean[z.cols()][count];
    for (int i = 0; i < places.length; i++) {
      for (int f = 0; f < has.length; f++) {
        has[f][places[i]] = z.get(i, f);
      }
    }
    return BinaryMatrix.ofColumns(count, Arrays.stream(has).map(BitVector::of).toList());
  }

  /**
   * The codes of least error. They predict better than {@link #codes}, in which bits that the known
   * entries do not determine are off.
   */
  public Codes likeliest() {
    return likeliest;
  }

  /** Number of rows. */
  public int count() {
    return codes.z().rows();
  }

  /** The features of row {@code i}, counted from 0, in their order. */
  public int[] features(int i) {
    Paths order = paths;
    return order == null
        ? IntStream.range(0, codes.z().cols()).filter(k -> codes.z().get(i, k)).toArray()
        : IntStream.range(0, order.length(i)).map(a -> order.feature(i, a)).toArray();
  }

  /** The weight of the feature at place {@code a} of row {@code i}. */
  public double weight(int i, int a) {
    return paths == null ? 1 : weights[i][a];
  }

  @Override
  public String toString() {
    return "%s, rmse %.4g".formatted(codes, rmse);
  }
}
