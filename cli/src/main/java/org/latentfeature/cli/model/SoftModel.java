package org.latentfeature.cli.model;

import java.nio.file.Path;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.model.Model;

/** Checks that a model can have soft codes, before any data are read. */
final class SoftModel {

  private SoftModel() {}

  /**
   * Refuses models whose features have weights.
   *
   * @throws Failure naming the file and the way out
   */
  static void require(Model model, Path file) {
    if (Estimators.of(model).isWeighted()) {
      throw new Failure(
          ("%s is a model of kind %s: its features have weights, which are posterior means "
                  + "already; --soft is for binary factorisations, drop it")
              .formatted(file, model.manifest().kind()));
    }
  }
}
