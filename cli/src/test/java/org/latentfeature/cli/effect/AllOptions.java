package org.latentfeature.cli.effect;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.latentfeature.cli.Lfm;
import org.latentfeature.fit.estimator.Estimators;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options that there are, and those with a known effect, by names that can be compared. */
final class AllOptions {

  private AllOptions() {}

  /** All but help and version, of the commands whose first words are tested. */
  static Set<String> ofCommands(Predicate<String> isTested) {
    return Lfm.line().getSubcommands().entrySet().stream()
        .filter(command -> isTested.test(command.getKey()))
        .map(Map.Entry::getValue)
        .flatMap(c -> Stream.concat(Stream.of(c.getCommandSpec()), below(c)))
        .flatMap(
            command ->
                command.options().stream()
                    .filter(option -> !option.usageHelp() && !option.versionHelp())
                    .map(option -> name(command, option)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Stream<CommandSpec> below(CommandLine group) {
    return group.getSubcommands().values().stream()
        .flatMap(c -> Stream.concat(Stream.of(c.getCommandSpec()), below(c)));
  }

  /** Commands at several places are one. */
  private static String name(CommandSpec command, OptionSpec option) {
    return command.userObject().getClass().getSimpleName() + " " + option.longestName();
  }

  /** Those of the table. */
  static Set<String> ofCommands(List<Effect> effects) {
    return effects.stream()
        .map(effect -> name(effect.command(), effect.spec()))
        .collect(Collectors.toSet());
  }

  /** The options that {@code --set} takes for each estimator. */
  static Set<String> ofEstimators() {
    return Estimators.all().stream()
        .flatMap(estimator -> estimator.table().names().map(name -> estimator.name() + " " + name))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Those of the table. */
  static Set<String> ofEstimators(List<Effect> effects) {
    return effects.stream()
        .filter(effect -> effect.option().get(0).equals("--set"))
        .map(
            effect ->
                estimator(effect.base()) + " " + effect.option().get(1).replaceFirst("=.*", ""))
        .collect(Collectors.toSet());
  }

  private static String estimator(List<String> words) {
    int at = words.indexOf("--estimator");
    return at < 0 ? Estimators.DEFAULT : Objects.requireNonNull(words.get(at + 1));
  }
}
