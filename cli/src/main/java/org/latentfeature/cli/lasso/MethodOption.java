package org.latentfeature.cli.lasso;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.option.EstimatorOptions;
import org.latentfeature.fit.FitOption;
import org.latentfeature.fit.ValueType;
import org.latentfeature.fit.estimator.Estimator;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.io.DidYouMean;
import org.latentfeature.lasso.LassoOptionTable;
import org.latentfeature.lasso.Method;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How the features are found: a method of the lasso, or another estimator by its name. */
final class MethodOption {

  private static final ValueType<Method> OF_LASSO = ValueType.of(Method.class);

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      completionCandidates = Help.class,
      description = "${COMPLETION-CANDIDATES}.")
  @Nullable String method;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  /** The methods of the lasso, then the other estimators. */
  static final class Help implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      FitOption<?, ?> ofLasso = requireNonNull(LassoOptionTable.ALL.find("method"));
      return List.of(
              ofLasso.what() + ".",
              "Or the name of another estimator: %s (default: %s)"
                  .formatted(String.join(", ", others()), ofLasso.otherwise()))
          .iterator();
    }
  }

  private static List<String> others() {
    return Estimators.all().stream()
        .<String>map(Estimator::name)
        .filter(name -> !name.equals(Estimators.DEFAULT))
        .toList();
  }

  boolean isGiven() {
    return method != null;
  }

  private boolean isOther() {
    return method != null && others().contains(method);
  }

  /** The estimator that is asked for. */
  Estimator<?, ?> estimator(EstimatorOptions by) {
    if (!isOther()) {
      return by.estimator();
    }
    if (by.isGiven()) {
      throw new ParameterException(
          command.commandLine(),
          "--method " + method + " and --estimator both select an estimator; drop one of them");
    }
    return Estimators.named(String.valueOf(method));
  }

  /** The option, where it is one of the lasso's. */
  Map<String, String> words() {
    if (method == null || isOther()) {
      return Map.of();
    }
    if (OF_LASSO.parse().apply(method) == null) {
      List<String> all = new ArrayList<>();
      for (Method each : Method.values()) {
        all.add(OF_LASSO.word().apply(each));
      }
      all.addAll(others());
      throw new ParameterException(
          command.commandLine(),
          "--method is '%s'; it must be one of %s%s"
              .formatted(method, String.join(", ", all), DidYouMean.of(method, all)));
    }
    return Map.of("method", method);
  }
}
