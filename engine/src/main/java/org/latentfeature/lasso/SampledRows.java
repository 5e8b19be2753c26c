package org.latentfeature.lasso;

import java.util.List;
import java.util.function.Consumer;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.factor.CodeRefinement;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.factor.FitRows;
import org.latentfeature.fit.factor.PathSample;

/** Searches on a sample of the rows, whose models are extended to all of them. */
final class SampledRows {

  private static final double CODING_GAIN = 1e-4;

  /** Rows are coded anew while that gains this share of the error: on the sample, on all rows. */
  private static final double SAMPLE_GAIN = 1e-4;

  static final double EXTENSION_GAIN = 1e-3;

  private SampledRows() {}

  /** Returns whether a path on the rows of {@code bench} runs on a sample of them. */
  static boolean isWorthwhile(LassoBench bench) {
    int rows = bench.steps().rows.rows();
    return !bench.isSample() && PathSample.size(rows, bench.options().k()) < rows;
  }

  /**
   * Runs {@code search} on a sample and extends its models, the last or all of them, to all rows,
   * into {@link LassoBench#models}. If it is stopped, what is not extended yet is at least coded.
   *
   * @return false if all rows of the sample are zero, and nothing was done
   */
  static boolean run(LassoBench all, boolean everyK, Consumer<LassoBench> search) {
    int rows = all.steps().rows.rows();
    return run(all, PathSample.size(rows, all.options().k()), everyK, search);
  }

  /** Runs {@code search} on a sample of {@code size} rows. */
  static boolean run(LassoBench all, int size, boolean everyK, Consumer<LassoBench> search) {
    int[] kept = PathSample.draw(all.steps().rows.rows(), size, all.options().seed());
    try (FitRows sample = all.data().sample(kept)) {
      if (sample.loaded().source().facts().largest() == 0) {
        return false;
      }
      run(all, sample, everyK, search);
      return true;
    }
  }

  private static void run(
      LassoBench all, FitRows rows, boolean everyK, Consumer<LassoBench> search) {
    FitMonitor monitor = all.monitor();
    int before = all.models().size();
    try (LassoSteps steps = all.plan().open(rows, monitor)) {
      LassoBench sample = all.onSample(steps, rows);
      monitor.saving(
          () -> {
            search.accept(sample);
            for (Grown model : models(sample, everyK)) {
              extend(model.factors().w(), sample.refinement(), all);
            }
          },
          () -> code(models(sample, everyK), all.models().size() - before, all));
    }
  }

  /** The models so far of a search on a sample: the last, or all. */
  private static List<Grown> models(LassoBench sample, boolean everyK) {
    sample.requireModel();
    List<Grown> found = sample.models();
    return everyK ? found : found.subList(found.size() - 1, found.size());
  }

  /** Adds the models from number {@code first} on with the codes of all rows. */
  private static void code(List<Grown> found, int first, LassoBench all) {
    for (Grown model : found.subList(first, found.size())) {
      all.add(all.refinement().encode(model.factors().w(), 1, all.coding()));
    }
  }

  /** Adds a model of all rows for {@code w}, which {@code sample} refined. */
  private static void extend(Dense w, CodeRefinement sample, LassoBench all) {
    long coding = all.coding();
    int restarts = restarts(w, sample, coding);
    Factors settled =
        all.monitor().time("sample", () -> sample.extend(w, restarts, coding, SAMPLE_GAIN));
    Factors extended =
        all.monitor()
            .time(
                "extend",
                () -> all.refinement().extend(settled.w(), restarts, coding, EXTENSION_GAIN));
    all.add(extended);
    all.reportModel(extended);
  }

  /** Starts of each row that is coded anew: one, unless more of them change the sample's error. */
  private static int restarts(Dense w, CodeRefinement sample, long coding) {
    double one = sample.encode(w, 1, coding).squaredError();
    double many = sample.encode(w, LassoBench.RESTARTS, coding).squaredError();
    return many < (1 - CODING_GAIN) * one ? LassoBench.RESTARTS : 1;
  }
}
