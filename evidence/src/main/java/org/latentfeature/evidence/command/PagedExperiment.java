package org.latentfeature.evidence.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.OutputCheck;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.evidence.Measured;
import org.latentfeature.fit.FitListener;
import org.latentfeature.report.chart.Fonts;
import org.latentfeature.report.page.Page;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * An experiment of many points that ends in a folder with a table of them and a page.
 *
 * @param <S> what is asked at a point
 * @param <P> a point
 */
abstract class PagedExperiment<S, P extends Record & Measured<S>> implements Callable<Integer> {

  /** For each subclass's help. */
  static final String INTERRUPTED =
      "Ctrl-C stops the run and writes the report with the finished part; the exit status is then "
          + "130. A repeated run resumes.";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      required = true,
      description = "Write index.html and errors.tsv to this directory, created if missing.")
  @Writes(inDirectory = {"index.html", "*.tsv"})
  Path output = Path.of("");

  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  /**
   * Reads what the settings need.
   *
   * @throws IllegalArgumentException beginning with the name of the option that cannot be
   */
  void prepare() throws IOException {}

  /** How a point is written. */
  abstract RecordColumns<P> columns();

  /**
   * All points.
   *
   * @param backend name of the backend
   * @throws IllegalArgumentException beginning with the name of the option that cannot be
   */
  abstract List<S> settings(String backend);

  /** Returns the words that name a point while it is measured. */
  abstract String words(S setting);

  /** Seconds that it takes, to an order of magnitude. */
  abstract double expected(S setting);

  /** Measures a point; nothing if the listener stopped it. */
  abstract Optional<P> measure(Backend backend, S setting, FitListener listener) throws IOException;

  /** Writes what there is besides the page and its table, of at least one point. */
  void write(List<P> done) {}

  /** The page of at least one point. */
  abstract Page page(List<P> done, BackendInfo backend, String typed) throws IOException;

  private List<S> wanted() throws IOException {
    try {
      prepare();
      return settings("");
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), "--" + e.getMessage(), e);
    }
  }

  @Override
  public final Integer call() throws IOException {
    List<S> wanted = wanted();
    backends.check();
    if (Files.exists(output) && !Files.isDirectory(output)) {
      throw new Failure(output + " is a file; name a directory");
    }
    Files.createDirectories(output);
    Path table = output.resolve("errors.tsv");
    Path index = output.resolve("index.html");
    OutputCheck.writable(table);
    OutputCheck.writable(index);
    Fonts.require();
    PointRun<S, P> run = new PointRun<>(columns(), table, reporting, this::words, this::expected);
    try (Interruption interruption = Interruption.watch();
        Backend backend = backends.open(reporting)) {
      run.run(
          settings(backend.info().name()),
          interruption,
          (setting, listener) ->
              measure(backend, setting, listener.until(interruption::isRequested)),
          point -> null);
      List<P> done = run.done().points();
      if (!done.isEmpty()) {
        write(done);
        page(done, backend.info(), Typed.line(command)).write(index);
      }
      reporting.answer(
          new Answer()
              .with("page", done.isEmpty() ? null : index.toString())
              .with("table", table.toString())
              .with("fits", done.size()));
    }
    return run.done().points().size() < wanted.size()
        ? Interruption.EXIT_STATUS
        : CommandLine.ExitCode.OK;
  }
}
