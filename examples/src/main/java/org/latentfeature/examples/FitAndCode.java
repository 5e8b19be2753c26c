package org.latentfeature.examples;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.estimator.CodedRows;
import org.latentfeature.estimator.Estimators;
import org.latentfeature.estimator.Fitted;
import org.latentfeature.estimator.Provenance;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.method.LassoEstimator;
import org.latentfeature.model.Model;
import org.latentfeature.model.ModelFile;
import org.latentfeature.progress.WorkListener;

/** Fits a model, saves it, opens it again and codes new rows by it. */
public final class FitAndCode {

  private FitAndCode() {}

  /**
   * Runs it.
   *
   * @param arguments not used
   */
  public static void main(String[] arguments) throws Exception {
    Matrix all = SyntheticProblem.patches(300, 12, 5, 4, .1, 1).x();
    Matrix x = all.view(0, 250);
    Path file = Files.createTempFile("example", ".lfm");
    try (Backend backend = Backends.open("auto", 1).backend()) {
      try (LoadedData data = new LoadedData(backend, x)) {
        Fitted<LassoModel> fit =
            new LassoEstimator().fit(data, LassoOptions.of(5), FitListener.SILENT);
        System.out.printf("%d features, %s, rmse %.3f%n", fit.features(), fit.ended(), fit.rmse());
        FittedData origin = FittedData.of(new Dataset(x, null), Map.of());
        ModelFile.save(fit.model(new Provenance("FitAndCode", backend.info(), origin)), file);
      }
      Model model = Estimators.load(file);
      CodedRows coded =
          Estimators.of(model)
              .coder(backend, model, 0)
              .code(all.view(250, 50), WorkListener.SILENT);
      System.out.printf("%d new rows coded, rmse %.3f%n", coded.count(), coded.rmse());
    } finally {
      Files.delete(file);
    }
  }
}
