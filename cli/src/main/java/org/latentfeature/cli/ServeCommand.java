package org.latentfeature.cli;

import com.google.gson.Gson;
import com.google.gson.JsonSyntaxException;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.option.Reads;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lfm serve}: one command after another in the same Java machine. */
@Command(
    name = "serve",
    description = {
      "Run one command after another, for programs: a call then costs milliseconds, not the start "
          + "of a Java machine.",
      "Each line of standard input is a JSON array of the words of a command, without lfm. Each "
          + "gets one line on standard output, a JSON object: status, the command's exit status; "
          + "out and err, what it would have printed. Its progress goes to standard error as it "
          + "comes. It ends with its input; Ctrl-C ends a fit with the best so far, which is still "
          + "answered, and then this."
    },
    footer = {"", "Example:", "  lfm serve <<< '[\"info\", \"model.lfm\", \"--json\"]'"})
final class ServeCommand implements Callable<Integer> {

  private static final Gson GSON = new Gson();

  /** The answer to one line. */
  private record Reply(int status, String out, String err) {}

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  @Reads
  @Option(
      names = "--scratch",
      paramLabel = "FOLDER",
      description =
          "Folder for the files of a program that runs this one; its name begins with lfm-scratch-. "
              + "The end of input then means that the program is gone: it stops a running command, "
              + "without an answer, and deletes the folder. Can be repeated.")
  List<Path> scratch = List.of();

  @Spec CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    ScratchFolders folders = ScratchFolders.of(scratch);
    // The lines are no data for the commands.
    System.setIn(InputStream.nullInputStream());
    // Not closed: that would wait for a thread that reads.
    BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8));
    Runnable gone = scratch.isEmpty() ? () -> {} : () -> abandon(folders);
    serve(Caller.of(lines, gone), out, err);
    folders.delete();
    return 0;
  }

  /** Nobody waits for the running command. It writes files as a whole, so it may end anywhere. */
  private static void abandon(ScratchFolders folders) {
    try {
      folders.delete();
    } catch (IOException e) {
      // There is nobody left to report to.
    }
    Runtime.getRuntime().halt(Interruption.EXIT_STATUS);
  }

  /** Answers each line of {@code caller}. */
  static void serve(Caller caller, PrintWriter out, PrintWriter err) throws Exception {
    for (String line; (line = caller.next()) != null; ) {
      if (line.isBlank()) {
        caller.answered();
      } else {
        // The machine stays until what an interrupted command came to is told.
        Interruption untilTold = Interruption.watch();
        try {
          String reply = GSON.toJson(reply(line, err));
          caller.answered();
          out.println(reply);
          out.flush();
        } finally {
          untilTold.close();
        }
      }
    }
  }

  private static Reply reply(String line, PrintWriter err) {
    String @Nullable [] words;
    try {
      words = GSON.fromJson(line, String[].class);
    } catch (JsonSyntaxException e) {
      words = null;
    }
    if (words == null || words.length == 0 || Arrays.asList(words).contains(null)) {
      return refused("a line must be a JSON array of words, such as [\"info\", \"model.lfm\"]");
    }
    if (words[0].equals("serve")) {
      return refused("'serve' is no command to serve");
    }
    StringWriter out = new StringWriter();
    KeptLines said = new KeptLines(err);
    int status = Lfm.run(new PrintWriter(out, true), new PrintWriter(said, true), words);
    return new Reply(status, out.toString(), said.toString());
  }

  private static Reply refused(String why) {
    return new Reply(CommandLine.ExitCode.USAGE, "", "lfm: " + why + System.lineSeparator());
  }

  /** Passes on what it hears, and keeps it. */
  private static final class KeptLines extends Writer {

    private final PrintWriter to;
    private final StringWriter kept = new StringWriter();

    KeptLines(PrintWriter to) {
      this.to = to;
    }

    @Override
    public void write(char[] text, int from, int count) {
      to.write(text, from, count);
      kept.write(text, from, count);
    }

    @Override
    public void flush() {
      to.flush();
    }

    /** The stream is that of the commands to come too. */
    @Override
    public void close() {
      flush();
    }

    @Override
    public String toString() {
      return kept.toString();
    }
  }
}
