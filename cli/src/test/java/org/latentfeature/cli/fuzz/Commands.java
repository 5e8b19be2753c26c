package org.latentfeature.cli.fuzz;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines that would do and end soon, were it not for what a case makes of them. */
public final class Commands {

  private Commands() {}

  /** {@code lfm fit}. */
  public static List<String> fit(Path in, Path model) {
    return onJava("fit", in, "-k", 1, "-o", model);
  }

  /** {@code lfm path}. */
  public static List<String> path(Path in, Path table) {
    return onJava("path", in, "--max-k", 2, "--table", table);
  }

  /** {@code lfm markov fit}. */
  public static List<String> markovFit(Path in, Path model) {
    return onJava("markov", "fit", in, "-k", 2, "--iterations", 3, "-o", model);
  }

  /** {@code lfm transform}. */
  public static List<String> transform(Path model, Path in, Path out) {
    return onJava("transform", model, in, "-o", out);
  }

  /** {@code lfm score}. */
  public static List<String> score(Path model, Path in) {
    return words("score", model, in);
  }

  /** {@code lfm markov score}. */
  public static List<String> markovScore(Path model, Path in) {
    return words("markov", "score", model, in, "--samples", 20);
  }

  /** {@code lfm markov transform}. */
  public static List<String> markovTransform(Path model, Path in, Path weights) {
    return onJava("markov", "transform", model, in, "--weights", weights);
  }

  /** {@code lfm markov graph}. */
  public static List<String> markovGraph(Path model, Path out) {
    return words("markov", "graph", model, "-o", out);
  }

  /** {@code lfm export} of W. */
  public static List<String> export(Path model, Path w) {
    return words("export", model, "--w", w);
  }

  /** {@code lfm plot} of features of three pixels. */
  public static List<String> plot(Path model, Path out) {
    return words("plot", model, "--image", "1x3", "-o", out);
  }

  /** Any command that takes a backend, on the reference. */
  public static List<String> onJava(Object... words) {
    List<String> all = words(words);
    all.addAll(List.of("--backend", "java"));
    return all;
  }

  /** A command line that can grow. */
  public static List<String> words(Object... words) {
    List<String> all = new ArrayList<>();
    for (Object word : words) {
      all.add(word.toString());
    }
    return all;
  }
}
