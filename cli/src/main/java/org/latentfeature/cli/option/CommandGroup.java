package org.latentfeature.cli.option;

import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only groups others: without one of them it is wrong use, with their names. */
public abstract class CommandGroup implements Callable<Integer> {

  private final String member;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  @Spec CommandSpec command;

  /** A group of commands. */
  protected CommandGroup() {
    this("a command");
  }

  /**
   * A group.
   *
   * @param member what is missing, with its article, such as "an experiment"
   */
  protected CommandGroup(String member) {
    this.member = member;
  }

  @Override
  public final Integer call() {
    throw new ParameterException(
        command.commandLine(),
        member + " is missing; choose one of " + String.join(", ", command.subcommands().keySet()));
  }
}
