package org.latentfeature.cli.markov;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.PictureOptions;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.markov.MarkovModel;
import org.latentfeature.report.graph.FeatureGroups;
import org.latentfeature.report.graph.GraphFile;
import org.latentfeature.report.graph.Portraits;
import org.latentfeature.report.graph.TransitionGraph;
import org.latentfeature.report.picture.PictureShape;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lfm markov graph}: which feature leads to which. */
@Command(
    name = "graph",
    description = {
      "Draw the graph of transitions between the features of a model.",
      "Related features are drawn close together, groups in colours. Writes a drawing "
          + "(.svg), a Graphviz file (.dot) or JSON (.json)."
    },
    footer = {
      "",
      "Examples:",
      "  lfm markov graph individuals.lfm -o graph.svg",
      "  lfm denoise noisy.png -o clean.png --model patches.lfm && lfm markov graph patches.lfm -o graph.svg"
    })
final class MarkovGraphCommand implements Callable<Integer> {

  @Parameters(paramLabel = "MODEL", description = "Model of 'lfm markov fit' or 'lfm denoise'.")
  @Reads
  Path model;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "Write the graph to this file, .svg, .dot or .json.")
  @Writes
  Path output;

  @Option(
      names = "--groups",
      paramLabel = "N",
      defaultValue = "8",
      description =
          "Maximum number of groups of related features to colour, at least 0 (default: "
              + "${DEFAULT-VALUE}).")
  int groups;

  @Mixin PictureOptions pictures = new PictureOptions();
  @Mixin GraphOptions choice = new GraphOptions();

  @Option(names = "--null-state", description = "Draw the null state, where paths begin and end.")
  boolean nullState;

  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    if (!GraphFile.isOne(output)) {
      throw new ParameterException(
          command.commandLine(),
          "the format of the graph is unknown; end the name "
              + output
              + " in one of "
              + String.join(", ", GraphFile.EXTENSIONS));
    }
    if (groups < 0) {
      throw new ParameterException(
          command.commandLine(), "--groups is " + groups + "; it must be at least 0");
    }
    pictures.check();
    choice.check();
    MarkovModel fitted = ModelFile.load(model, MarkovModel.KIND);
    TransitionGraph graph = choice.graph(fitted, nullState);
    FeatureGroups coloured = FeatureGroups.of(graph, groups);
    GraphFile.write(graph, coloured, portraits(fitted), output);
    reporting.answer(
        new Answer()
            .with("graph", output.toString())
            .with("features", graph.features().size())
            .with("transitions", graph.transitions().size())
            .with("groups", reporting.json ? coloured.groups() : coloured.groups().size()));
    return CommandLine.ExitCode.OK;
  }

  private Portraits portraits(MarkovModel fitted) {
    PictureShape shape = pictures.shape(fitted, model, reporting);
    return shape == null
        ? Portraits.columns(fitted.w(), fitted.manifest().columnNames())
        : Portraits.pictures(fitted.w(), shape);
  }
}
