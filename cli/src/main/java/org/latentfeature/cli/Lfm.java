package org.latentfeature.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.DoubleSupplier;
import org.latentfeature.backend.Backends;
import org.latentfeature.cli.console.Clocked;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.FailureReport;
import org.latentfeature.cli.console.Pulse;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.VisibleWriter;
import org.latentfeature.cli.help.OptionHelp;
import org.latentfeature.cli.option.FileArguments;
import org.latentfeature.data.DataException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.Spec;

/** The command line's entry: {@code lfm COMMAND …}. */
@Command(
    name = "lfm",
    mixinStandardHelpOptions = true,
    versionProvider = VersionLines.class,
    description = {
      "Factorises a data matrix into binary latent features: X ≈ ZW, Z ∈ {0,1}, with a row "
          + "of X for each observation. Binary matrix factorisation by the Latent Feature Lasso "
          + "(Yen et al., ICML 2017) and other estimators; correlated features with real weights "
          + "by Markov latent feature models (Zhang & Paisley, ICML 2016)."
    },
    footer = {
      "",
      "Example:",
      "  lfm fit X.npy -k 20 -o model.lfm && lfm info model.lfm",
      "",
      "'lfm COMMAND --help' describes a command. Results go to standard output, progress "
          + "and notes to standard error; -q prints only results and errors. Exit status: 0 "
          + "success, 1 error, 2 usage error, 3 no model (-k auto found no feature), 130 "
          + "interrupted."
    })
public final class Lfm implements Callable<Integer>, Clocked {

  private final DoubleSupplier clock;

  @Spec CommandSpec command;

  /** By the system's clock. */
  private Lfm() {
    this(() -> System.nanoTime() / 1e9);
  }

  private Lfm(DoubleSupplier clock) {
    this.clock = clock;
  }

  @Override
  public DoubleSupplier clock() {
    return clock;
  }

  /** The command line with all that each of its commands can be given. */
  public static CommandLine line() {
    return Commands.addTo(new CommandLine(new Lfm()), command -> true);
  }

  /** Runs one command and ends the Java machine with its exit status. */
  public static void main(String[] args) {
    // Pictures are only written to files; without this a bare machine looks for a display.
    System.setProperty("java.awt.headless", "true");
    List<String> words = List.of(args);
    boolean isVersion = words.equals(List.of("--version")) || words.equals(List.of("-V"));
    boolean loads = isVersion || words.contains("fit");
    if (loads && words.stream().noneMatch(Lfm::needsNoLibrary)) {
      // Loading takes about as long as reading the options by reflection.
      Backends.preload();
    }
    System.exit(run(writer(FileDescriptor.out), writer(FileDescriptor.err), args));
  }

  private static boolean needsNoLibrary(String word) {
    return word.equals("--help") || word.startsWith("--backend");
  }

  /** Runs one command with these outputs and gives its exit status. */
  static int run(PrintWriter out, PrintWriter err, String... args) {
    return run(new Lfm(), out, err, args);
  }

  /**
   * Runs one command with these outputs by another clock and returns its exit status.
   *
   * @param clock seconds from any moment on
   */
  static int run(PrintWriter out, PrintWriter err, DoubleSupplier clock, String... args) {
    return run(new Lfm(clock), out, err, args);
  }

  private static int run(Lfm lfm, PrintWriter out, PrintWriter err, String... args) {
    List<String> words = List.of(args);
    // The name of an option after --help is no argument of the command.
    String named = OptionHelp.isRequestedBy(words) ? words.get(words.size() - 1) : "";
    List<String> parsed = named.isEmpty() ? words : words.subList(0, words.size() - 1);
    return Commands.addTo(new CommandLine(lfm), words::contains)
        .setExpandAtFiles(false)
        .setErr(visible(err))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(new FailureReport())
        .setExecutionExceptionHandler(new FailureReport())
        .setExecutionStrategy(result -> execute(result, named, out))
        .execute(parsed.toArray(new String[0]));
  }

  private static PrintWriter visible(PrintWriter to) {
    return new PrintWriter(new VisibleWriter(to), true);
  }

  /** Help, which is nobody's words but the program's own, keeps its colours. */
  private static int execute(ParseResult parsed, String named, PrintWriter out) {
    CommandLine lfm = parsed.commandSpec().commandLine().setOut(out);
    OptionHelp single = new OptionHelp(last(parsed).getCommandSpec());
    if (!named.isEmpty() && single.isGiven()) {
      single.print(named, out);
      return CommandLine.ExitCode.OK;
    }
    Integer helped = CommandLine.executeHelpRequest(parsed);
    if (helped != null) {
      return helped;
    }
    lfm.setOut(visible(out));
    CommandLine command = last(parsed);
    try {
      FileArguments files = FileArguments.of(command);
      files.requireDistinct();
      files.requireWritable();
      return runWatched(parsed, command.getCommandSpec());
    } catch (Failure | DataException | IOException | OutOfMemoryError e) {
      // Picocli hands on exceptions; a lack of memory is an error, and as much the user's affair.
      return FailureReport.report(e, command);
    }
  }

  private static int runWatched(ParseResult parsed, CommandSpec last) {
    // A group of commands, which only tells of its help, has no course.
    Optional<Pulse> pulse = Reporting.of(last).map(reporting -> Pulse.of(reporting.course()));
    try {
      return new RunLast().execute(parsed);
    } finally {
      pulse.ifPresent(Pulse::close);
    }
  }

  private static CommandLine last(ParseResult parsed) {
    return parsed.hasSubcommand() ? last(parsed.subcommand()) : parsed.commandSpec().commandLine();
  }

  /** Without a command, there is only help to give. */
  @Override
  public Integer call() {
    CommandLine line = command.commandLine();
    line.getErr().println("lfm: a command is missing");
    line.usage(line.getErr(), CommandLine.Help.Ansi.OFF);
    line.getErr().flush();
    return CommandLine.ExitCode.USAGE;
  }

  /**
   * Help and reports hold a few characters beyond ASCII. Where the locale says nothing of use, as
   * in most containers, Java would print question marks; terminals have long been UTF-8.
   */
  private static PrintWriter writer(FileDescriptor stream) {
    boolean windows =
        System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("windows");
    Charset charset = windows ? Charset.defaultCharset() : StandardCharsets.UTF_8;
    return new PrintWriter(new FileOutputStream(stream), true, charset);
  }
}
