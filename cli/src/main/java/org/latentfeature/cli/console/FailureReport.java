package org.latentfeature.cli.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.latentfeature.backend.BackendException;
import org.latentfeature.data.DataException;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.model.WrongKindException;
import org.latentfeature.io.DidYouMean;
import org.latentfeature.report.chart.MissingFontsException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MaxValuesExceededException;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Tells a user in one line what went wrong; the stack trace is shown with {@code --verbose}. */
public final class FailureReport implements IExecutionExceptionHandler, IParameterExceptionHandler {

  /** The options that were given, where picocli tells of a group of them. */
  private static final Pattern GROUP = Pattern.compile("=\\{([^}]*)}");

  @Override
  public int handleExecutionException(
      Exception failure, CommandLine command, ParseResult parseResult) {
    return report(failure, command);
  }

  /** Prints the failure and gives the exit status. */
  public static int report(Throwable failure, CommandLine command) {
    String sentence =
        failure instanceof WrongKindException wrong ? sentence(wrong, command) : sentence(failure);
    command.getErr().println("lfm: " + VisibleText.line(sentence));
    ParseResult parsed = command.getParseResult();
    if (parsed != null && parsed.hasMatchedOption("--verbose")) {
      failure.printStackTrace(command.getErr());
    }
    command.getErr().flush();
    return CommandLine.ExitCode.SOFTWARE;
  }

  @Override
  public int handleParseException(ParameterException wrongUse, String[] args) {
    CommandLine command = wrongUse.getCommandLine();
    command.getErr().println("lfm: " + VisibleText.line(sentence(wrongUse)));
    command
        .getErr()
        .println("try '" + command.getCommandSpec().qualifiedName() + " --help' for usage");
    command.getErr().flush();
    return CommandLine.ExitCode.USAGE;
  }

  /** Picocli's messages, less its names for the types of Java. */
  private static String sentence(ParameterException wrongUse) {
    CommandLine command = wrongUse.getCommandLine();
    if (wrongUse instanceof UnmatchedArgumentException e && !e.getUnmatched().isEmpty()) {
      return unmatched(e.getUnmatched().get(0), command);
    }
    if (wrongUse instanceof MissingParameterException) {
      // What is missing may be there, misspelt.
      for (String word : command.getUnmatchedArguments()) {
        if (word.startsWith("-")) {
          return unmatched(word, command);
        }
      }
    }
    if (wrongUse instanceof MaxValuesExceededException) {
      return repeated(String.valueOf(wrongUse.getMessage()));
    }
    ArgSpec argument = wrongUse.getArgSpec();
    if (argument instanceof OptionSpec option && !constants(argument).isEmpty()) {
      List<String> all = constants(argument);
      return "%s is '%s'; choose one of %s%s"
          .formatted(
              option.longestName(),
              wrongUse.getValue(),
              String.join(", ", all),
              DidYouMean.of(String.valueOf(wrongUse.getValue()), all));
    }
    return FlagWords.in(String.valueOf(wrongUse.getMessage()))
        .replaceFirst("^Error: ", "")
        .replaceFirst(" is not (an int|a long)$", " is not a whole number")
        .replaceFirst(" is not (a double|float)$", " is not a number");
  }

  /**
   * Shortens picocli's message about a repeated group, which holds the whole synopsis of the group,
   * to the name of the repeated option; returns other messages unchanged.
   */
  private static String repeated(String message) {
    Set<String> names = new HashSet<>();
    Matcher groups = GROUP.matcher(message);
    while (groups.find()) {
      for (String word : groups.group(1).split(" ", -1)) {
        String name = word.replaceFirst("=.*", "");
        if (word.startsWith("-") && !names.add(name)) {
          return "option '%s' should be specified only once".formatted(name);
        }
      }
    }
    return message;
  }

  private static String unmatched(String word, CommandLine command) {
    Set<String> commands = command.getSubcommands().keySet();
    boolean option = word.startsWith("-");
    String what =
        option
            ? "not an option of"
            : commands.isEmpty() ? "an unexpected argument of" : "not a command of";
    return "'%s' is %s '%s'%s"
        .formatted(
            word,
            what,
            command.getCommandSpec().qualifiedName(),
            DidYouMean.of(
                word, option ? command.getCommandSpec().optionsMap().keySet() : commands));
  }

  /** Returns the words that an option of an enum type accepts; empty for other types. */
  private static List<String> constants(ArgSpec argument) {
    Class<?> type = argument.isMultiValue() ? argument.auxiliaryTypes()[0] : argument.type();
    return type.isEnum()
        ? Arrays.stream(type.getEnumConstants())
            .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
            .toList()
        : List.of();
  }

  /**
   * Returns the message for a model that {@code command} cannot use, which names the help of
   * commands that can.
   */
  private static String sentence(WrongKindException wrong, CommandLine command) {
    String what = wrong.file() + " is a model of kind " + wrong.kind();
    CommandLine lfm = command.getCommandSpec().root().commandLine();
    return Estimators.all().stream()
        .filter(estimator -> estimator.kind().name().equals(wrong.kind()))
        .findAny()
        .map(estimator -> lfm.getSubcommands().getOrDefault(estimator.name(), lfm))
        .map(
            group ->
                "%s, which '%s' does not support; see '%s --help' for commands that do"
                    .formatted(
                        what,
                        command.getCommandSpec().qualifiedName(),
                        group.getCommandSpec().qualifiedName()))
        .orElse(what + ", unknown to this version of lfm; use a newer one");
  }

  /** Describes a failure in one line. */
  public static String sentence(Throwable failure) {
    if (failure instanceof UncheckedIOException e) {
      return sentence(Objects.requireNonNull(e.getCause()));
    }
    if (failure instanceof NoSuchFileException e) {
      return "there is no file " + e.getFile();
    }
    if (failure instanceof AccessDeniedException e) {
      return "permission denied: " + e.getFile();
    }
    if (failure instanceof FileSystemException e) {
      return e.getFile() + ": " + (e.getReason() == null ? "not usable" : e.getReason());
    }
    if (failure instanceof OutOfMemoryError e) {
      return "not enough memory: "
          + e.getMessage()
          + "; raise the JVM's limit through LFM_JAVA_OPTS (-Xmx), or use fewer rows";
    }
    String message = failure.getMessage();
    boolean expected =
        failure instanceof Failure
            || failure instanceof DataException
            || failure instanceof BackendException
            || failure instanceof UnfinishedFitException
            || failure instanceof MissingFontsException
            || failure instanceof IllegalArgumentException
            || failure instanceof IOException;
    if (expected && message != null) {
      return FlagWords.in(message);
    }
    return "internal error: "
        + FlagWords.in(failure.toString())
        + "; run with --verbose for the stack trace and report it";
  }
}
