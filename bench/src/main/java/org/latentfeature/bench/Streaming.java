package org.latentfeature.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.CheckedRows;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.bench.machine.Machine;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.estimator.SampleSize;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.estimator.LassoEstimator;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.RowCoding;

/**
 * A fit of a file that stays on its disk: the rate of the disk, the seconds of a pass as predicted
 * from a few blocks and as measured, and the number of passes.
 */
final class Streaming {

  /** Blocks that predictions are made from, spread over the file. */
  private static final int BLOCKS = 16;

  private Streaming() {}

  static void start(String[] args) throws IOException {
    Arguments arguments = new Arguments(args, "k", "seed");
    Path file = Path.of(arguments.word("file"));
    LassoOptions options =
        LassoOptions.of(arguments.integer("k", RandomMixture.FEATURES, 1))
            .withSeed(arguments.integer("seed", 0, 0));
    Backends.Choice choice = arguments.openBackend();
    try (Backend backend = choice.backend();
        FileRows rows = MatrixReader.blocks(file, ReadOptions.DEFAULT, WorkListener.SILENT)) {
      Machine.describe("A fit of a file, read block by block", choice);
      System.out.printf(
          "%s: %,d × %,d, %,d bytes a pass, blocks of %,d rows%n%n",
          file, rows.rows(), rows.cols(), rows.bytesOfPass(), rows.blockRows());
      List<FitEvent> visits = new ArrayList<>();
      long start = System.nanoTime();
      Fitted<LassoModel> fitted = fit(backend, rows, options, visits);
      double seconds = since(start);
      LassoModel model = fitted.toModel();
      Prediction predicted = Prediction.of(backend, rows, model);
      report(rows, fitted, visits, predicted, seconds);
    }
  }

  private static Fitted<LassoModel> fit(
      Backend backend, FileRows rows, LassoOptions options, List<FitEvent> visits) {
    FitListener visited =
        event -> {
          if (event.stage().equals("extend")) {
            visits.add(event);
          }
          return true;
        };
    try (LoadedData data = new LoadedData(backend, rows)) {
      return new FitRequest<>(new LassoEstimator(), options)
          .withSample(SampleSize.AUTO)
          .withListener(visited)
          .fit(data);
    }
  }

  private static double since(long start) {
    return (System.nanoTime() - start) * 1e-9;
  }

  /**
   * The times of a pass over all rows, predicted from a few blocks.
   *
   * @param read seconds that it reads
   * @param anew seconds that rows in memory are coded anew
   * @param again seconds that their codes are refined
   */
  private record Prediction(double read, double anew, double again) {

    static Prediction of(Backend backend, FileRows rows, LassoModel model) {
      int blocks = (rows.rows() + rows.blockRows() - 1) / rows.blockRows();
      int some = Math.min(BLOCKS, blocks);
      double[] sums = new double[3];
      long seen = 0;
      for (int b = 0; b < some; b++) {
        long start = System.nanoTime();
        Matrix block = rows.block((int) ((long) blocks * b / some)).matrix();
        sums[0] += since(start);
        addCoding(backend, block, model.w(), sums);
        seen += block.rows();
      }
      double all = (double) rows.rows() / seen;
      return new Prediction(all * sums[0], all * sums[1], all * sums[2]);
    }

    private static void addCoding(Backend backend, Matrix block, Dense w, double[] sums) {
      try (CheckedRows loaded = CheckedRows.load(backend, block);
          Incidence codes = loaded.open(new Incidence.Limits(w.rows()));
          Factorisation steps = loaded.open(new Factorisation.Limits(w.rows()))) {
        long start = System.nanoTime();
        steps.code(codes, w, RowCoding.encoding(20, 1, 0, block.rows() / 100));
        sums[1] += since(start);
        start = System.nanoTime();
        steps.code(codes, w, RowCoding.refining(20, block.rows() / 100));
        sums[2] += since(start);
      }
    }

    /** One thread reads while others code. */
    double seconds(boolean isFirst) {
      return Math.max(read, isFirst ? anew : again);
    }
  }

  private static void report(
      FileRows rows,
      Fitted<LassoModel> fitted,
      List<FitEvent> visits,
      Prediction predicted,
      double seconds) {
    System.out.printf(
        "disk: %.2f GB/s in blocks of the file%n", rows.bytesOfPass() * 1e-9 / predicted.read());
    System.out.printf(
        "a pass, predicted: reading %.2f s, coding anew %.2f s, refining %.2f s%n",
        predicted.read(), predicted.anew(), predicted.again());
    double before = Double.NaN;
    for (FitEvent visit : visits) {
      double extended = visit.seconds().getOrDefault("extend", Double.NaN);
      boolean isFirst = Double.isNaN(before);
      double measured = isFirst ? extended : extended - before;
      double expected = predicted.seconds(isFirst);
      System.out.printf(
          "a pass, measured: %.2f s, predicted %.2f, ratio %.2f; rmse %.6g%n",
          measured, expected, measured / expected, visit.rmse());
      before = extended;
    }
    System.out.printf(
        "the fit: %.2f s, %d passes, %,d bytes read, rmse %.6g, %s%n",
        seconds, rows.passes(), rows.bytesRead(), fitted.rmse(), fitted.findings());
  }
}
