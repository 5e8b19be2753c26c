package org.latentfeature.ibp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/** Posteriors of small problems, by enumeration of every Z. */
final class Enumerated {

  private Enumerated() {}

  /** Every Z of N×K, columns in order. */
  static List<BinaryMatrix> all(int n, int k) {
    List<BinaryMatrix> all = new ArrayList<>();
    for (int code = 0; code < 1 << (n * k); code++) {
      List<BitVector> columns = new ArrayList<>();
      for (int f = 0; f < k; f++) {
        columns.add(history(n, code >> (f * n)));
      }
      all.add(BinaryMatrix.ofColumns(n, columns));
    }
    return all;
  }

  /** Every set of up to {@code most} columns of N, each with a row; equal columns allowed. */
  static List<BinaryMatrix> classes(int n, int most) {
    List<BinaryMatrix> all = new ArrayList<>();
    extend(n, most, 1, List.of(), all);
    return all;
  }

  private static void extend(
      int n, int most, int from, List<BitVector> columns, List<BinaryMatrix> into) {
    into.add(BinaryMatrix.ofColumns(n, columns));
    if (columns.size() == most) {
      return;
    }
    for (int h = from; h < 1 << n; h++) {
      List<BitVector> more = new ArrayList<>(columns);
      more.add(history(n, h));
      extend(n, most, h, more, into);
    }
  }

  private static BitVector history(int n, int code) {
    boolean[] bits = new boolean[n];
    for (int i = 0; i < n; i++) {
      bits[i] = (code >> i & 1) != 0;
    }
    return BitVector.of(bits);
  }

  /** A name of Z, the same for every order of its columns if {@code sorted}. */
  static String key(BinaryMatrix z, boolean sorted) {
    List<String> columns = new ArrayList<>();
    for (BitVector column : z.columns()) {
      columns.add(column.toString());
    }
    if (sorted) {
      columns.sort(null);
    }
    return columns.toString();
  }

  /** Normalised probabilities by {@link #key}. */
  static Map<String, Double> posterior(
      List<BinaryMatrix> all, boolean sorted, ToDoubleFunction<BinaryMatrix> log) {
    double most = all.stream().mapToDouble(log).max().orElseThrow();
    double total = all.stream().mapToDouble(z -> Math.exp(log.applyAsDouble(z) - most)).sum();
    Map<String, Double> posterior = new HashMap<>();
    for (BinaryMatrix z : all) {
      posterior.merge(key(z, sorted), Math.exp(log.applyAsDouble(z) - most) / total, Double::sum);
    }
    return posterior;
  }

  /** Total variation between {@code expected} and frequencies of {@code counts}. */
  static double totalVariation(Map<String, Double> expected, Map<String, Integer> counts) {
    double n = counts.values().stream().mapToInt(c -> c).sum();
    Map<String, Double> rest = new HashMap<>(expected);
    counts.forEach((key, count) -> rest.merge(key, -count / n, Double::sum));
    return rest.values().stream().mapToDouble(Math::abs).sum() / 2;
  }
}
