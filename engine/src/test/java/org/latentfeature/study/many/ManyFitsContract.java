package org.latentfeature.study.many;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Resources;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.estimator.LassoEstimator;

/** Workers beside each other, each with its own backend, do not touch each other's fits. */
public abstract class ManyFitsContract {

  private final BackendProvider provider;

  @TempDir Path folder = Path.of("");

  private final int matrices;
  private final int mostJobs;

  /** The backend under test, on seven matrices, with two and with three workers. */
  protected ManyFitsContract(BackendProvider provider) {
    this(provider, 7, 3);
  }

  /** The backend under test, with a choice for slow ones. */
  protected ManyFitsContract(BackendProvider provider, int matrices, int mostJobs) {
    this.provider = provider;
    this.matrices = matrices;
    this.mostJobs = mostJobs;
  }

  /** Matrices of several shapes, so that fits of different length overlap in every way. */
  private List<Matrix> data() {
    List<Matrix> all = new ArrayList<>();
    all.add(SyntheticProblem.dense(31, 90, 3, .1, 7).x());
    for (int seed = 1; seed < matrices; seed++) {
      all.add(SyntheticProblem.dense(29 + 7 * seed, 41 - 5 * seed, 3, .2, seed).x());
    }
    return all;
  }

  private Backend open() {
    return provider.open(Resources.ofThreads(1));
  }

  @Tag("whole")
  @Test
  void fitsAtOnceHaveTheBitsOfFitsOneAfterAnother() throws IOException {
    List<Problem> problems = new ArrayList<>();
    List<LassoResult> expected = new ArrayList<>();
    try (Backend backend = open()) {
      int number = 0;
      for (Matrix x : data()) {
        Path file = folder.resolve(number + ".npy");
        NpyWriter.write(x, file);
        for (int seed = 0; seed < 2; seed++) {
          LassoOptions options = LassoOptions.of(3).withSeed(seed);
          String name = "p" + number + "-" + seed;
          problems.add(
              new Problem(
                  name, file.toString(), file, new FitRequest<>(new LassoEstimator(), options), 0));
          expected.add(new LatentFeatureLasso(backend, options).fit(x, FitListener.SILENT));
        }
        number++;
      }
    }
    for (int jobs = 2; jobs <= mostJobs; jobs++) {
      Path models = folder.resolve("jobs" + jobs);
      ManyFits.Summary summary =
          new ManyFits(ManyOptions.of("a test", this::open, jobs))
              .run(problems, models, ManyFitsListener.SILENT);
      assertEquals(problems.size(), summary.count(Outcome.Status.FITTED), summary::toString);
      for (int i = 0; i < problems.size(); i++) {
        String name = problems.get(i).name();
        LassoModel model = ModelFile.load(models.resolve(name + ".lfm"), LassoModel.KIND);
        LassoResult alone = expected.get(i);
        assertEquals(alone.z(), model.z(), name);
        assertArrayEquals(alone.w().values(), model.w().values(), 0, name);
        assertEquals(alone.rmse(), model.manifest().rmse(), 0, name);
        assertEquals(alone.trace().size(), model.manifest().trace().size(), name);
      }
    }
  }
}
