package org.latentfeature.cli.lasso;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.estimator.Weights;
import org.latentfeature.io.VectorReader;
import picocli.CommandLine.Option;

/** Weights of rows and columns. */
final class WeightOptions {

  private static final String NOISE = "noise";

  @Option(
      names = "--row-weights",
      paramLabel = "FILE",
      description =
          "Weights of the squared residuals of rows, from a file. The file "
              + "is .npy, of one dimension or two, or .csv, with a number for each "
              + "row of X: a row of weight 2 counts as two equal rows, one of "
              + "weight 0 is coded but shapes no feature.")
  @Reads
  @Nullable Path rows;

  @Option(
      names = "--column-weights",
      paramLabel = "FILE|noise",
      description =
          "Weights of columns, from a file or by their noise. noise gives each "
              + "column the weight 1/σ², with its noise σ² estimated from the "
              + "residuals of fits.")
  @Reads
  @Nullable Path columns;

  private @Nullable Weights read;

  boolean isGiven() {
    return rows != null || columns != null;
  }

  /** The option that is given, the rows' first. */
  String given() {
    return rows != null ? "--row-weights" : "--column-weights";
  }

  private boolean isNoise() {
    return columns != null && columns.toString().equals(NOISE);
  }

  /** The weights that are given, of files that are read once, when they are first needed. */
  Weights weights() {
    Weights known = read;
    if (known == null) {
      known = read();
      read = known;
    }
    return known;
  }

  private Weights read() {
    try {
      double[] ofColumns = isNoise() ? null : vector(columns, "column");
      return new Weights(vector(rows, "row"), ofColumns, isNoise());
    } catch (IllegalArgumentException e) {
      throw new Failure(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the options that a model records about these weights: the names of their files. */
  Map<String, String> words() {
    Map<String, String> words = new TreeMap<>();
    if (rows != null) {
      words.put(FittedData.ROW_WEIGHTS, String.valueOf(rows.getFileName()));
    }
    if (columns != null) {
      words.put(FittedData.COLUMN_WEIGHTS, String.valueOf(columns.getFileName()));
    }
    return words;
  }

  /** Checks that there is one for each row and column of {@code x}. */
  void requireFor(Rows x) {
    try {
      weights().requireFor(x.rows(), x.cols());
    } catch (DataException e) {
      String files = rows == null || isNoise() ? "" : columns == null ? "" : " and " + columns;
      throw new Failure(
          "%s%s: %s".formatted(rows == null ? columns : rows, files, e.getMessage()), e);
    }
  }

  private static double @Nullable [] vector(@Nullable Path file, String of) throws IOException {
    return file == null
        ? null
        : VectorReader.read(file, "weights, one for each %s of X".formatted(of));
  }
}
