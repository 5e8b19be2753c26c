package org.latentfeature.cli.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.OutputCheck;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.ModelFile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lfm name}: names for features, in place of their numbers. */
@Command(
    name = "name",
    description = {
      "Give names to the features of a model.",
      "The names are saved in the model, and shown wherever its features are: by 'lfm info', in "
          + "the tables of 'lfm transform' and 'lfm export', in reports, plots and graphs. Features "
          + "keep their numbers and, unless another is given, their names. Without names, those of "
          + "the model are listed.",
      "Names are different; none is a number or has a comma or semicolon, so that the header of "
          + "a table can hold them."
    },
    footer = {
      "",
      "Examples:",
      "  ${COMMAND-FULL-NAME} model.lfm 1=beard '3=dark glasses'",
      "  ${COMMAND-FULL-NAME} model.lfm 3=",
      "  ${COMMAND-FULL-NAME} model.lfm"
    })
public final class NameCommand implements Callable<Integer> {

  private static final Pattern NAMING = Pattern.compile("(?s)([^=]*)=(.*)");

  @Parameters(
      index = "0",
      paramLabel = "MODEL",
      description = "Model file of any kind, changed in place.")
  @Reads
  Path model;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "NUMBER=NAME",
      description =
          "Number of a feature, from 1, and its new name; without a name, as in 3=, it has none.")
  List<String> namings = List.of();

  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    Map<Integer, String> given = given();
    if (!given.isEmpty()) {
      OutputCheck.writable(model);
    }
    Model fitted = Estimators.load(model);
    Manifest manifest = fitted.manifest();
    if (!given.isEmpty()) {
      List<String> names = names(manifest, given);
      manifest = named(manifest, names);
      ModelFile.saveNamed(fitted, names, model);
    }
    list(manifest);
    return CommandLine.ExitCode.OK;
  }

  /** The names as typed, by the features' numbers. */
  private Map<Integer, String> given() {
    Map<Integer, String> given = new LinkedHashMap<>();
    for (String naming : namings) {
      Matcher parts = NAMING.matcher(naming);
      if (!parts.matches()) {
        throw wrongUse(
            "'%s' names no feature; write its number, = and its name, such as 3=glasses"
                .formatted(naming));
      }
      String number = parts.group(1).strip();
      if (!number.matches("[1-9]\\d{0,8}")) {
        throw wrongUse(
            "'%s' begins with no number of a feature; write it before the =, from 1, such as 3=glasses"
                .formatted(naming));
      }
      String typed = parts.group(2);
      if (!typed.isEmpty() && typed.isBlank()) {
        throw wrongUse(
            "the name of feature %s is blank; give it letters, or write %s= to remove its name"
                .formatted(number, number));
      }
      if (given.put(Integer.valueOf(number), typed.strip()) != null) {
        throw wrongUse("feature %s is named twice; keep one name".formatted(number));
      }
    }
    return given;
  }

  private List<String> names(Manifest manifest, Map<Integer, String> given) {
    int k = manifest.features();
    List<String> present = manifest.featureNames();
    List<String> names = new ArrayList<>(present == null ? Collections.nCopies(k, "") : present);
    given.forEach(
        (number, name) -> {
          if (number > k) {
            throw new Failure(
                "there is no feature %d; %s has features 1 … %d".formatted(number, model, k));
          }
          names.set(number - 1, name);
        });
    return names;
  }

  private static Manifest named(Manifest manifest, List<String> names) {
    try {
      return manifest.withFeatureNames(names);
    } catch (IllegalArgumentException e) {
      throw new Failure(String.valueOf(e.getMessage()), e);
    }
  }

  private void list(Manifest manifest) {
    Map<String, String> names = new LinkedHashMap<>();
    for (int k = 0; k < manifest.features(); k++) {
      if (!manifest.featureName(k).isEmpty()) {
        names.put(Integer.toString(k + 1), manifest.featureName(k));
      }
    }
    if (names.isEmpty()) {
      reporting.note("no feature has a name; 'lfm name %s 1=NAME' gives one".formatted(model));
    }
    Answer answer = new Answer().with("features", manifest.features());
    if (reporting.json) {
      answer.with("names", names);
    } else {
      names.forEach(answer::with);
    }
    reporting.answer(answer);
  }

  private ParameterException wrongUse(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
