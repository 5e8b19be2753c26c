package org.latentfeature.cuda;

import org.latentfeature.backend.Backend;
import org.latentfeature.backend.OutOfBackendMemoryException;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.Steps;
import org.latentfeature.cuda.driver.Context;
import org.latentfeature.cuda.driver.DeviceArena;
import org.latentfeature.cuda.probe.CudaDevice;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Method;
import org.latentfeature.step.AtomSearch;

/** Whole fits, and a problem that fills a device. */
final class WholeFigures {

  private static final int COLS = 256;
  private static final AtomSearch.Limits LIMITS = new AtomSearch.Limits(16, 8, 8, 16);

  private WholeFigures() {}

  static void fits(CudaDevice device) {
    int[][] sizes =
        DayFigures.isSoftware()
            ? new int[][] {{60, 40, 3}}
            : new int[][] {{1000, 1000, 35}, {200_000, 784, 20}, {1_000_000, 784, 20}};
    for (int[] size : sizes) {
      SyntheticProblem p = SyntheticProblem.dense(size[0], size[1], size[2], .1, 1);
      try (Backend backend = new CudaProvider().open(Resources.DEFAULT)) {
        LassoOptions options = LassoOptions.of(size[2], Method.LASSO);
        long from = System.nanoTime();
        LassoResult fit = new LatentFeatureLasso(backend, options).fit(p.x(), FitListener.SILENT);
        double seconds = (System.nanoTime() - from) * 1e-9;
        String name = "fit of %d x %d, K = %d".formatted(size[0], size[1], size[2]);
        DayFigures.print(name, "s", seconds);
        DayFigures.print(name + ", rmse; the noise has .1", "", fit.rmse());
        fit.seconds().forEach((phase, time) -> DayFigures.print(name + ": " + phase, "s", time));
      }
    }
  }

  /**
   * The largest problem that is accepted, run through every step, once all but a little of the
   * device's memory is taken: a host need not hold what a device can.
   */
  static void edge(CudaDevice device) {
    long left = DayFigures.isSoftware() ? Long.MAX_VALUE : 3L << 30;
    try (Backend backend = new CudaProvider().open(Resources.DEFAULT);
        Context context = DayFigures.context(device);
        DeviceArena ballast = new DeviceArena(context)) {
      context.enter();
      long free = context.freeMemory();
      if (free > left) {
        ballast.bytes("ballast", free - left);
      }
      int rows = 64;
      while (fits(backend, 2 * rows)) {
        rows *= 2;
      }
      for (int step = rows / 2; step >= 64; step /= 2) {
        rows += fits(backend, rows + step) ? step : 0;
      }
      DayFigures.print("rows of the largest problem that is accepted", "", rows);
      SyntheticProblem p = SyntheticProblem.dense(rows, COLS, 6, .1, 1);
      try (Steps opened = Steps.open(backend, p.x(), LIMITS)) {
        opened.replace(p.z());
        opened.residual(p.w());
        opened.sweep(8, 1e-9, 2, 1);
        opened.append(opened.round(16, 8, 1, 2).stream().map(atom -> atom.z()).toList());
        opened.products(6);
        opened.replace(p.z());
        opened.refine(p.w(), 8);
        opened.refine(p.w(), 0);
        opened.squaredError(p.w());
        opened.squaredSingularValues();
      }
      DayFigures.print("it runs through every step", "yes");
      int more = rows + rows / 8;
      SyntheticProblem larger = SyntheticProblem.dense(more, COLS, 6, .1, 1);
      try (Steps opened = Steps.open(backend, larger.x(), LIMITS)) {
        throw new AssertionError(opened.rows() + " rows were accepted");
      } catch (OutOfBackendMemoryException e) {
        DayFigures.print("an eighth more is refused", String.valueOf(e.getMessage()));
      }
    }
  }

  private static boolean fits(Backend backend, int rows) {
    return backend.bytesNeeded(rows, COLS, Steps.planned(LIMITS)) <= backend.bytesAvailable();
  }
}
