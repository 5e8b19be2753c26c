package org.latentfeature.cli.lasso;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.model.StartedFrom;
import org.latentfeature.cli.option.ModelColumns;
import org.latentfeature.cli.option.ReadingOptions;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.LearnedColumns;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.estimator.Estimator;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.Model;
import org.latentfeature.io.NumberText;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.Reduction;
import org.latentfeature.lasso.estimator.LassoEstimator;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The model that a fit begins with. */
final class StartOption {

  @Option(
      names = "--start",
      paramLabel = "MODEL",
      description =
          "Start from the features of this model (lasso only). There is no "
              + "search: rows are coded for the W of that factorisation, both are "
              + "refined, and the path adds features until there are K; of more "
              + "than K the weakest go. Features keep their order and names.")
  @Reads
  @Nullable Path start;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  private @Nullable FactorModel loaded;

  boolean isGiven() {
    return start != null;
  }

  /** Checks that this estimator can begin with a model. */
  void requireAccepted(Estimator<?, ?> estimator, boolean isSampleGiven) {
    if (!(estimator instanceof LassoEstimator)) {
      throw wrongUse("--start applies to the lasso only, not to the estimator " + estimator.name());
    }
    if (isSampleGiven) {
      throw wrongUse("with --start all rows are fitted, which takes no search; drop --sample");
    }
  }

  /** Options of the search, which does not take place. */
  void check(FitRequest<?, ?> request, boolean isMethodGiven) {
    if (start == null || !(request.options() instanceof LassoOptions options)) {
      return;
    }
    String meant =
        isMethodGiven
            ? "--method"
            : options.penalty() != null
                ? "the penalty"
                : options.dropsEmptyColumns()
                    ? "--empty-columns"
                    : options.reduce().equals(Reduction.AUTO) ? null : "--reduce";
    if (meant != null) {
      throw wrongUse("with --start nothing is searched; drop " + meant);
    }
  }

  private ParameterException wrongUse(String what) {
    return new ParameterException(command.commandLine(), what);
  }

  /** The model, of a file that is read once; null for none. */
  @Nullable FactorModel model() {
    if (start == null || loaded != null) {
      return loaded;
    }
    Path file = start;
    Model model = Estimators.load(file);
    if (!(model instanceof FactorModel factors)) {
      throw new Failure(
          "%s is a model of kind %s, whose features have weights; --start takes a factorisation X ≈ ZW"
              .formatted(file, model.manifest().kind()));
    }
    if (factors.variation() != null) {
      throw new Failure(
          "%s was fitted with --%s; --start takes features of the plain squared error"
              .formatted(file, factors.variation()));
    }
    if (!LearnedColumns.of(factors.w()).areAll()) {
      throw new Failure(
          "%s has columns of which its fit knew no entry; --start takes a W that is known everywhere"
              .formatted(file));
    }
    loaded = factors;
    return factors;
  }

  /**
   * Checks that the rows have the model's columns, in its units.
   *
   * @throws Failure if they do not
   */
  void check(Dataset rows, Path data, ReadingOptions reading) {
    FactorModel model = model();
    if (model == null) {
      return;
    }
    Manifest of = model.manifest();
    ModelColumns.requireSame(model, rows, data);
    String scaled = of.options().getOrDefault(FittedData.SCALE_BY, "1");
    double factor = NumberText.parse(scaled);
    if (factor != reading.options().scaleBy()) {
      throw new Failure(
          "%s was fitted to values multiplied by %s, these are multiplied by %s; pass --scale-by %s"
              .formatted(start, scaled, reading.options().scaleBy(), scaled));
    }
  }

  /** Notes the model with which the fit begins. */
  void note(int k, Reporting reporting) {
    FactorModel model = model();
    if (model == null) {
      return;
    }
    Manifest of = model.manifest();
    int more = k - of.features();
    reporting.note(
        "starts with %s: %,d features of %,d rows%s"
            .formatted(
                start,
                of.features(),
                of.rows(),
                more > 0
                    ? ", adds %,d".formatted(more)
                    : more < 0 ? ", drops the weakest %,d".formatted(-more) : ""));
  }

  /** Returns the record of the data that the new model keeps, with the model that it began with. */
  FittedData remembered(FittedData read) {
    FactorModel model = model();
    return model == null ? read : StartedFrom.remembered(read, model.manifest());
  }
}
