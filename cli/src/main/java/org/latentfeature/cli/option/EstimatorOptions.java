package org.latentfeature.cli.option;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.latentfeature.fit.estimator.Estimator;
import org.latentfeature.fit.estimator.Estimators;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Which estimator fits, and options of it that are no options of the command. */
public final class EstimatorOptions {

  @Option(
      names = "--estimator",
      paramLabel = "NAME",
      defaultValue = Estimators.DEFAULT,
      completionCandidates = Names.class,
      description =
          "Estimator: ${COMPLETION-CANDIDATES}. --set sets any of its "
              + "options; --method NAME is shorter (default: ${DEFAULT-VALUE}).")
  String name = Estimators.DEFAULT;

  @Option(
      names = "--set",
      paramLabel = "OPTION=VALUE",
      completionCandidates = Tables.class,
      description = "Set an option of the estimator by name. Options: ${COMPLETION-CANDIDATES}.")
  Map<String, String> settings = new LinkedHashMap<>();

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  /** The names of all estimators. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Estimators.all().stream().<String>map(Estimator::name).iterator();
    }
  }

  /** The names of their options. */
  static final class Tables implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Estimators.all().stream()
          .filter(e -> e.table().names().findAny().isPresent())
          .map(e -> e.name() + " (" + String.join(", ", e.table().names().toList()) + ")")
          .iterator();
    }
  }

  /** The estimator; a name of none is wrong use. */
  public Estimator<?, ?> estimator() {
    try {
      return Estimators.named(name);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  /** Returns whether {@code --estimator} was given. */
  public boolean isGiven() {
    return command.commandLine().getParseResult().hasMatchedOption("--estimator");
  }

  /** Values by option; what an option of the command sets, too, is wrong use. */
  public Map<String, String> settings() {
    ParseResult given = command.commandLine().getParseResult();
    settings.forEach(
        (name, value) -> {
          if (given.hasMatchedOption("--" + name)) {
            throw new ParameterException(
                command.commandLine(),
                "--%s and --set %s=%s set the same option; drop one".formatted(name, name, value));
          }
        });
    return settings;
  }
}
