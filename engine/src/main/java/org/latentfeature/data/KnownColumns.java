package org.latentfeature.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows that know each column of an N×D matrix, as bits. Columns that the same rows know share
 * one pattern: where nothing is missing there is one, where whole blocks are missing there are a
 * few. Immutable.
 */
public final class KnownColumns {

  private final int rows;
  private final int[] patterns;
  private final List<BitVector> known;
  private final int[] columns;

  private KnownColumns(int rows, int[] patterns, List<BitVector> known, int[] columns) {
    this.rows = rows;
    this.patterns = patterns;
    this.known = known;
    this.columns = columns;
  }

  /**
   * Returns the known columns of {@code x}, where NaN is missing; cached until the matrix is
   * written to.
   */
  public static KnownColumns of(Matrix x) {
    return x.remembered().knownColumns();
  }

  /** Returns the columns of an N×D matrix without missing entries. */
  public static KnownColumns complete(int rows, int cols) {
    return new KnownColumns(rows, new int[cols], List.of(BitVector.ones(rows)), new int[1]);
  }

  /** The patterns of a matrix with {@code cols} columns and these entries missing. */
  static KnownColumns of(MissingEntries missing, int cols) {
    int n = missing.rows();
    if (missing.isNone()) {
      return complete(n, cols);
    }
    long[] all = BitVector.ones(n).toWords();
    long[][] words = new long[cols][];
    for (int i = 0; i < n; i++) {
      for (int at = missing.from(i); at < missing.to(i); at++) {
        int j = missing.column(at);
        if (words[j] == null) {
          words[j] = all.clone();
        }
        words[j][i >> 6] &= ~(1L << (i & 63));
      }
    }
    Map<BitVector, Integer> number = new HashMap<>();
    List<BitVector> known = new ArrayList<>();
    int[] patterns = new int[cols];
    int[] first = new int[cols];
    for (int j = 0; j < cols; j++) {
      BitVector bits = BitVector.ofWords(n, words[j] == null ? all : words[j]);
      Integer present = number.putIfAbsent(bits, known.size());
      patterns[j] = present == null ? known.size() : present;
      if (present == null) {
        first[known.size()] = j;
        known.add(bits);
      }
      words[j] = null;
    }
    return new KnownColumns(n, patterns, List.copyOf(known), first);
  }

  /** Number of patterns, at most D. */
  public int patterns() {
    return known.size();
  }

  /** Pattern of column {@code j}, from 0. */
  public int pattern(int j) {
    return patterns[j];
  }

  /** The rows that know the columns of {@code pattern}. */
  public BitVector rows(int pattern) {
    return known.get(pattern);
  }

  /** The first column of {@code pattern}. */
  public int column(int pattern) {
    return columns[pattern];
  }

  /** Number of rows that know column {@code j}. */
  public int known(int j) {
    return rows(patterns[j]).count();
  }

  @Override
  public String toString() {
    return "%,d columns in %,d patterns of %,d rows".formatted(patterns.length, patterns(), rows);
  }
}
