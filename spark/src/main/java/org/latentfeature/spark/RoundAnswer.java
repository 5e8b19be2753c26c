package org.latentfeature.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.base.linalg.Dense;

/**
 * The answer for a range of rows in a round: numbers that are added, hashes that are mixed, and
 * values for each row, which are put one after another.
 */
final class RoundAnswer implements Addend<RoundAnswer> {

  private static final long serialVersionUID = 1L;

  private final double[] sums;
  private final long[] hashes;
  private final List<BlockCodes> codes;
  private final List<double[]> numbers;

  private RoundAnswer(
      double[] sums, long[] hashes, List<BlockCodes> codes, List<double[]> numbers) {
    this.sums = sums;
    this.hashes = hashes;
    this.codes = codes;
    this.numbers = numbers;
  }

  /** Numbers, of a block. */
  static RoundAnswer of(double... sums) {
    return of(sums, new long[0]);
  }

  /** Numbers and hashes, of a block. */
  static RoundAnswer of(double[] sums, long[] hashes) {
    return new RoundAnswer(sums, hashes, List.of(), List.of());
  }

  /** Returns this answer with the bits of its rows. */
  RoundAnswer with(BinaryMatrix z) {
    return new RoundAnswer(sums, hashes, List.of(new BlockCodes(z)), numbers);
  }

  /** Returns this answer with a number for each row. */
  RoundAnswer with(double[] ofRows) {
    return new RoundAnswer(sums, hashes, codes, List.of(ofRows));
  }

  /** The numbers that are added; not a copy. */
  double[] sums() {
    return sums;
  }

  /** Some of them, as a matrix. */
  Dense sums(int from, int rows, int cols) {
    Dense some = new Dense(rows, cols);
    System.arraycopy(sums, from, some.values(), 0, rows * cols);
    return some;
  }

  long[] hashes() {
    return hashes;
  }

  /** The bits of all rows. */
  BinaryMatrix codes() {
    return BlockCodes.joined(codes.stream().map(BlockCodes::toMatrix).toList());
  }

  /** The numbers of all rows. */
  double[] numbers() {
    return numbers.stream().flatMapToDouble(Arrays::stream).toArray();
  }

  @Override
  public RoundAnswer plus(RoundAnswer later) {
    double[] added = sums.clone();
    for (int i = 0; i < added.length; i++) {
      added[i] += later.sums[i];
    }
    long[] mixed = hashes.clone();
    for (int i = 0; i < mixed.length; i++) {
      mixed[i] ^= later.hashes[i];
    }
    return new RoundAnswer(
        added, mixed, joined(codes, later.codes), joined(numbers, later.numbers));
  }

  private static <T> List<T> joined(List<T> some, List<T> more) {
    List<T> all = new ArrayList<>(some);
    all.addAll(more);
    return all;
  }
}
