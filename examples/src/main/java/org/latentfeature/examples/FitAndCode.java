package org.latentfeature.examples;

import java.nio.file.Files;
import java.nio.file.Path;
import org.latentfeature.LatentFeatures;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.model.CodedRows;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.lasso.LassoModel;

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
    try (Backend backend = Backends.auto()) {
      Fitted<LassoModel> fit = LatentFeatures.lasso(5).fit(backend, x);
      System.out.printf("%d features, %s, rmse %.3f%n", fit.features(), fit.ended(), fit.rmse());
      ModelFile.save(fit.toModel(), file);
      Model model = Estimators.load(file); // of whatever kind
      CodedRows coded = model.transform(backend, all.view(250, 50));
      System.out.printf("%d new rows coded, rmse %.3f%n", coded.count(), coded.rmse());
    } finally {
      Files.delete(file);
    }
  }
}
