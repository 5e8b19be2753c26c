package org.latentfeature.cli.console;

import java.io.PrintWriter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * How much a command tells, and where: answers go to standard output, all else to standard error.
 */
public final class Reporting {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help; --help NAME shows one option in full.")
  boolean help;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print only results and errors.")
  boolean quiet;

  @Option(
      names = {"-v", "--verbose"},
      description = "Print every step, and the stack trace of an error.")
  public boolean verbose;

  @Option(names = "--json", description = "Print the result as one JSON object.")
  public boolean json;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  private @Nullable Course course;

  /** That of the command with these options. */
  public static Optional<Reporting> of(CommandSpec command) {
    return command.mixins().values().stream()
        .map(CommandSpec::userObject)
        .filter(Reporting.class::isInstance)
        .map(Reporting.class::cast)
        .findFirst();
  }

  /** A line about the course of things, unless the user wants silence. */
  public void note(String line) {
    course().say(VisibleText.line(FlagWords.in(line)));
  }

  /** How far the command is; silent if the user wants that. */
  public Course course() {
    if (course == null) {
      course =
          new Course(
              command.qualifiedName(), display(), ((Clocked) command.root().userObject()).clock());
    }
    return course;
  }

  private Course.Display display() {
    PrintWriter err = command.commandLine().getErr();
    if (quiet) {
      return new Silence();
    }
    return !verbose && Terminal.isPresent()
        ? new TerminalLine(err, Terminal.columns())
        : new PlainLines(err);
  }

  /** Where something went wrong, for who wants every detail. */
  public void trace(Throwable failure) {
    if (verbose) {
      PrintWriter err = command.commandLine().getErr();
      failure.printStackTrace(err);
      err.flush();
    }
  }

  /** Prints the result of the command, as JSON or as text. */
  public void answer(Answer answer) {
    print(json ? answer.json() : answer.text());
  }

  /** Text on standard output. */
  public void print(String text) {
    course().rest();
    PrintWriter out = command.commandLine().getOut();
    out.println(text);
    out.flush();
  }
}
