package org.latentfeature.cli.markov;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.latentfeature.backend.Backend;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.PatchModel;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.image.Plane;
import org.latentfeature.markov.MarkovModel;
import org.latentfeature.markov.denoise.PatchActivity;
import org.latentfeature.report.graph.FeatureGroups;
import org.latentfeature.report.graph.TransitionGraph;
import org.latentfeature.report.picture.FeedbackMap;
import org.latentfeature.report.picture.PictureShape;
import org.latentfeature.report.picture.Png;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lfm markov map}: where in a picture features are active. */
@Command(
    name = "map",
    description = {
      "Draw where in an image some features of its model are active.",
      "The value of a pixel is the number of patches over it that have one of these features."
    },
    footer = {
      "",
      "Examples:",
      "  lfm denoise noisy.png -o clean.png --model patches.lfm",
      "  lfm markov map patches.lfm clean.png --group 1 -o map.png",
      "  lfm markov map patches.lfm clean.png --near 17 -o map.png"
    })
final class MarkovMapCommand implements Callable<Integer> {

  private static final int NEAREST = 8;

  @Parameters(index = "0", paramLabel = "MODEL", description = "Model saved by 'lfm denoise'.")
  @Reads
  Path model;

  @Parameters(index = "1", paramLabel = "PICTURE", description = "Image, PNG, JPEG or .npy.")
  @Reads
  Path picture;

  @ArgGroup(multiplicity = "1")
  Which which = new Which();

  /** One of these. */
  static final class Which {
    @Option(
        names = "--features",
        paramLabel = "F",
        split = ",",
        description = "Numbers of the features to map, from 1, separated by commas.")
    List<Integer> features = List.of();

    @Option(
        names = "--group",
        paramLabel = "G",
        description =
            "Map the features of group G of 'lfm markov graph', from 1 for the most used group.")
    int group;

    @Option(
        names = "--near",
        paramLabel = "F",
        description = "Map feature F and its seven nearest features in the graph.")
    int near;
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "PNG",
      required = true,
      description = "Write the map to this file, .png.")
  @Writes
  Path output;

  @Mixin GraphOptions choice = new GraphOptions();
  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin Reporting reporting = new Reporting();

  @Override
  public Integer call() throws IOException {
    choice.check();
    backends.check();
    MarkovModel fitted = ModelFile.load(model, MarkovModel.KIND);
    PictureShape patch = PatchModel.shape(fitted);
    if (patch == null) {
      throw new Failure(
          model + " is not a model of image patches; save one with 'lfm denoise --model'");
    }
    Set<Integer> features = features(fitted);
    Plane plane = PatchModel.plane(picture);
    try (Backend backend = backends.open(reporting)) {
      float[] activity =
          PatchActivity.of(
              backend,
              plane,
              fitted.parameters(),
              patch.height(),
              PatchModel.mean(fitted),
              features.stream().map(f -> f - 1).collect(Collectors.toSet()));
      Png.write(FeedbackMap.draw(activity, plane), output);
    }
    reporting.answer(
        new Answer().with("map", output.toString()).with("features", features.toString()));
    return CommandLine.ExitCode.OK;
  }

  /** Their numbers, from 1. */
  private Set<Integer> features(MarkovModel fitted) {
    int k = fitted.parameters().features();
    for (int feature : which.features) {
      requireFeature(feature, k);
    }
    if (!which.features.isEmpty()) {
      return new TreeSet<>(which.features);
    }
    TransitionGraph graph = choice.graph(fitted, false);
    if (which.near != 0) {
      requireFeature(which.near, k);
      return new TreeSet<>(FeatureGroups.nearest(graph, which.near, NEAREST));
    }
    List<List<Integer>> groups = FeatureGroups.of(graph, k).groups();
    if (which.group < 1 || which.group > groups.size()) {
      throw new Failure(
          "there is no group %d; the graph of the model has %d"
              .formatted(which.group, groups.size()));
    }
    return new TreeSet<>(groups.get(which.group - 1));
  }

  private static void requireFeature(int feature, int k) {
    if (feature < 1 || feature > k) {
      throw new Failure(
          "there is no feature %d; the model has features 1 … %d".formatted(feature, k));
    }
  }
}
