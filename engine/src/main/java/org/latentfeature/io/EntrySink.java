package org.latentfeature.io;

/** Receives the entries of a matrix in the order of the file. */
@FunctionalInterface
public interface EntrySink {

  /** Entry ({@code i}, {@code j}), both from 0. */
  void accept(int i, int j, double value);
}
