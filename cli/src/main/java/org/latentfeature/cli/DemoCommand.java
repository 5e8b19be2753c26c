package org.latentfeature.cli;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Progress;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Stopwatch;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.SeedOption;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.fit.metrics.Rmse;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.report.picture.PictureShape;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lfm demo}: the main job on a problem whose answer is known. */
@Command(
    name = "demo",
    description = {
      "Recover known features from generated images and report the errors.",
      "Generates 1000 images, each the sum of some of 35 patches plus noise, and recovers "
          + "the patches from the images alone. Writes no file."
    },
    footer = {"", "Example:", "  lfm demo --seed 1"})
final class DemoCommand implements Callable<Integer> {

  private static final String PROBLEM = "syn3";
  private static final PictureShape PICTURE = new PictureShape(30, 30, false);

  @Mixin SeedOption seed = new SeedOption();
  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin Reporting reporting = new Reporting();

  @Override
  public Integer call() {
    backends.check();
    SyntheticProblem problem = SyntheticProblem.generate(PROBLEM, seed.seed);
    int k = problem.z().cols();
    try (Interruption interruption = Interruption.watch();
        Backend backend = backends.open(reporting)) {
      reporting.note(
          "problem %s, seed %d: %,d images of %d × %d pixels, %d features to recover"
              .formatted(
                  PROBLEM, seed.seed, problem.x().rows(), PICTURE.height(), PICTURE.width(), k));
      Stopwatch watch = Stopwatch.start();
      LassoResult fit =
          new LatentFeatureLasso(backend, LassoOptions.of(k).withSeed(seed.seed))
              .fit(problem.x(), Progress.of(reporting).until(interruption));
      report(problem, fit, watch.seconds(), backend.info());
      return interruption.isRequested() ? Interruption.EXIT_STATUS : CommandLine.ExitCode.OK;
    }
  }

  private void report(SyntheticProblem problem, LassoResult fit, double seconds, BackendInfo info) {
    long exact = problem.z().columns().stream().filter(fit.z().columns()::contains).count();
    double hamming = Hamming.mean(problem.z(), fit.z());
    double rmse = Rmse.between(problem.z(), problem.w(), fit.z(), fit.w());
    double truth = Rmse.noisy(problem.x(), problem.z(), problem.w());
    if (reporting.json) {
      reporting.answer(
          new Answer()
              .with("problem", PROBLEM)
              .with("seed", seed.seed)
              .with("rows", problem.x().rows())
              .with("columns", problem.x().cols())
              .with("features", problem.z().cols())
              .with("recovered_exactly", exact)
              .with("hamming", hamming)
              .with("rmse", rmse)
              .with("rmse_noisy", fit.rmse())
              .with("rmse_noisy_of_truth", truth)
              .with("seconds", seconds)
              .with("backend", info.name()));
      return;
    }
    List<String> pictures = BlockPicture.lines(fit.w(), new int[] {0, 1}, PICTURE);
    reporting.print("2 of the %d features:".formatted(problem.z().cols()));
    reporting.print(String.join(System.lineSeparator(), pictures));
    reporting.print(
        String.format(
            Locale.ROOT,
            """
            recovered  %d of %d features exactly, in all %,d images (Hamming error %.4f)
            rmse       %.5f to the images without noise; %.5f to the noisy ones (ground truth: %.5f)
            time       %.2f s for the fit, on %s (%s)

            The same with files:
              lfm generate %s -o problem --seed %d
              lfm fit problem/X.npy -k %d -o model.lfm
              lfm score model.lfm problem/X.npy --truth-z problem/Z.npy --truth-w problem/W.npy
              lfm plot model.lfm --image %dx%d -o features.png""",
            exact,
            problem.z().cols(),
            problem.x().rows(),
            hamming,
            rmse,
            fit.rmse(),
            truth,
            seconds,
            info.name(),
            info.device(),
            PROBLEM,
            seed.seed,
            problem.z().cols(),
            PICTURE.height(),
            PICTURE.width()));
  }
}
