package org.latentfeature.cli;

import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** The commands of the product are quiet when asked. */
@Tag("whole")
class QuietTest extends QuietContract {

  /** Groups, and commands without an answer of their own here. */
  private static final Set<String> OTHERS =
      Set.of("markov", "spectral", "ibp", "admixture", "reproduce", "bench", "serve");

  @Override
  protected Stream<String> commands() {
    return HelpTest.commands().filter(command -> !OTHERS.contains(command));
  }

  @Override
  protected void plan() {
    Path x = file("p/X.npy");
    run("demo");
    run("generate", "syn0", "-o", file("p"));
    run("fit", x, "-k", 2, "-o", file("m.lfm"), "--backend", "java");
    run("fit-many", x, "-k", 1, "-o", file("many"), "--backend", "java");
    run("look", x, "--backend", "java");
    run("path", x, "--max-k", 1, "--table", file("t.tsv"), "--backend", "java");
    run("transform", file("m.lfm"), x, "-o", file("Z.npy"), "--backend", "java");
    run("reconstruct", file("m.lfm"), file("Z.npy"), "-o", file("Xhat.npy"));
    run("impute", file("m.lfm"), x, "-o", file("filled.csv"), "--backend", "java");
    run("score", file("m.lfm"), x);
    run("info", file("m.lfm"));
    run("name", file("m.lfm"), "1=square");
    run("update", file("m.lfm"), x, "-o", file("u.lfm"), "--backend", "java");
    run("export", file("m.lfm"), "--w", file("W.npy"));
    run("plot", file("m.lfm"), "--image", "14x14", "-o", file("p.png"));
    run("report", file("m.lfm"), x, "-o", file("r.html"), "--path-to", 0, "--backend", "java");
    Object[] steps = {"--iterations", 3, "--backend", "java"};
    run("markov fit", with(steps, x, "-k", 2, "-o", file("w.lfm")));
    run("markov transform", file("w.lfm"), x, "-o", file("paths.csv"), "--backend", "java");
    run("markov score", file("w.lfm"), x, "--samples", 10);
    run("markov graph", file("w.lfm"), "-o", file("g.svg"));
    run("markov info", file("w.lfm"));
    run("ibp fit", x, "-k", 2, "-o", file("i.lfm"), "--sweeps", 10, "--backend", "java");
    run("spectral fit", x, "-k", 2, "-o", file("s.lfm"), "--backend", "java");
    run("admixture fit", x, "-k", 2, "-o", file("q"), "--backend", "java");
    run(
        "denoise",
        with(steps, x, "-o", file("c.npy"), "-k", 4, "--sigma", 1, "--model", file("d.lfm")));
    run(
        "markov map",
        file("d.lfm"),
        x,
        "--features",
        1,
        "-o",
        file("map.png"),
        "--backend",
        "java");
    run("add-noise", x, "--sigma", 1, "-o", file("n.npy"));
    run("identifiable", file("m.lfm"));
    run("backends");
    run("completion");
  }
}
