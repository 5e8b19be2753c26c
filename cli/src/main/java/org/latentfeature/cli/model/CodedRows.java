package org.latentfeature.cli.model;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.latentfeature.coding.Codes;
import org.latentfeature.coding.Paths;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.CsvWriter;
import org.latentfeature.markov.MarkovCoder;
import org.latentfeature.progress.WorkListener;

/** The paths of rows, and the weights of the features on them. */
public final class CodedRows {

  private final Paths paths;

  /** Of each row, in the order of its path. */
  private final double[][] weights;

  private final double rmse;

  private CodedRows(Paths paths, double[][] weights, double rmse) {
    this.paths = paths;
    this.weights = weights;
    this.rmse = rmse;
  }

  /** Codes the rows of {@code x}, {@code listener} told how far that is. */
  public static CodedRows of(MarkovCoder coder, Matrix x, WorkListener listener) {
    double[][] weights = new double[x.rows()][];
    double[] squaredError = {0};
    Paths paths =
        coder.codeInOrder(
            x,
            (i, code) -> {
              double[] means = new double[code.size()];
              for (int a = 0; a < means.length; a++) {
                means[a] = code.mean(a);
              }
              weights[i] = means;
              squaredError[0] += code.squaredError();
            },
            listener);
    return new CodedRows(paths, weights, Math.sqrt(squaredError[0] / x.facts().known()));
  }

  public double featuresPerRow() {
    return (double) paths.visits() / paths.count();
  }

  public int emptyRows() {
    int empty = 0;
    for (double[] row : weights) {
      empty += row.length == 0 ? 1 : 0;
    }
    return empty;
  }

  /** Root mean square of what the features leave of the known entries. */
  public double rmse() {
    return rmse;
  }

  /** N×K, 0 where a row lacks a feature. */
  public Matrix weights(int k) {
    Matrix all = Matrix.allocate(paths.count(), k);
    for (int i = 0; i < paths.count(); i++) {
      for (int a = 0; a < paths.length(i); a++) {
        all.set(i, paths.feature(i, a), (float) weights[i][a]);
      }
    }
    return all;
  }

  /** Which of {@code k} features the rows have, and with what weights. */
  Codes codes(int k) {
    boolean[][] has = new boolean[k][paths.count()];
    for (int i = 0; i < paths.count(); i++) {
      for (int a = 0; a < paths.length(i); a++) {
        has[paths.feature(i, a)][i] = true;
      }
    }
    return Codes.weighted(
        BinaryMatrix.ofColumns(paths.count(), Arrays.stream(has).map(BitVector::of).toList()),
        weights(k));
  }

  /**
   * Writes a line for each visit: row, step, feature, weight.
   *
   * @param labels what else is known of the rows, by name; they follow in each line
   */
  public void writePaths(Path file, Map<String, List<String>> labels) {
    List<String> header = new ArrayList<>(List.of("row", "step", "feature", "weight"));
    header.addAll(labels.keySet());
    CsvWriter.write(
        header,
        () ->
            IntStream.range(0, paths.count())
                .boxed()
                .flatMap(
                    i -> IntStream.range(0, paths.length(i)).mapToObj(a -> visit(i, a, labels)))
                .iterator(),
        file);
  }

  private List<String> visit(int i, int a, Map<String, List<String>> labels) {
    List<String> cells = new ArrayList<>();
    cells.add(Integer.toString(i + 1));
    cells.add(Integer.toString(a + 1));
    cells.add(Integer.toString(paths.feature(i, a) + 1));
    cells.add(Double.toString(weights[i][a]));
    labels.values().forEach(label -> cells.add(label.get(i)));
    return cells;
  }
}
