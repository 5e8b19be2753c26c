package org.latentfeature.cli.option;

import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Failure;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The files that a command line names, to read ({@link Reads}) and to write ({@link Writes}). Asked
 * before any command runs, so that no command can replace what it reads.
 */
public final class FileArguments {

  private final CommandLine command;
  private final List<Argument> inputs = new ArrayList<>();
  private final List<Argument> outputs = new ArrayList<>();
  private final List<Argument> directories = new ArrayList<>();

  /** A path that the user wrote, with the name of its option or parameter. */
  private record Argument(String name, Path path, List<String> inDirectory) {

    @Override
    public String toString() {
      return name + " (" + path + ")";
    }
  }

  private FileArguments(CommandLine command) {
    this.command = command;
  }

  /** Returns the files of a command that has been parsed. */
  public static FileArguments of(CommandLine command) {
    FileArguments files = new FileArguments(command);
    ParseResult parsed = command.getParseResult();
    for (ArgSpec argument : parsed.matchedArgs()) {
      if (argument.userObject() instanceof AnnotatedElement field) {
        files.add(argument, field);
      }
    }
    return files;
  }

  private void add(ArgSpec spec, AnnotatedElement field) {
    Reads reads = field.getAnnotation(Reads.class);
    Writes writes = field.getAnnotation(Writes.class);
    Object value = spec.getValue();
    if (reads != null && value instanceof Collection<?> several) {
      several.forEach(one -> addInput(spec, one));
      return;
    }
    Path path = value instanceof MatrixOutput matrix ? matrix.path() : null;
    path = value instanceof Path plain ? plain : path;
    if (path == null || (reads == null && writes == null)) {
      return;
    }
    String name = name(spec);
    requireName(name, path.toString());
    if (writes == null) {
      reads(name, path);
    } else {
      List<String> inDirectory = List.of(writes.inDirectory());
      (inDirectory.isEmpty() ? outputs : directories).add(new Argument(name, path, inDirectory));
    }
  }

  private void addInput(ArgSpec spec, Object value) {
    if (value instanceof Path path) {
      requireName(name(spec), path.toString());
      reads(name(spec), path);
    }
  }

  private static String name(ArgSpec spec) {
    return spec instanceof OptionSpec option ? option.longestName() : spec.paramLabel();
  }

  /** An empty variable of a script is no name, and streams have none here. */
  private void requireName(String argument, String name) {
    if (name.isEmpty()) {
      throw new ParameterException(command, argument + " is empty; name a file");
    }
    if (name.equals("-")) {
      throw new ParameterException(
          command,
          argument
              + " is -, which stands for standard input, and only where X is named; name a file, or"
              + " ./- if it has that name");
    }
  }

  /** Adds an input that an argument's content names. */
  public FileArguments reads(String name, Path path) {
    inputs.add(new Argument(name, path, List.of()));
    return this;
  }

  /**
   * Compares each output with every input and every other output, through links of any kind.
   * Devices and pipes, which nothing replaces, may be named twice.
   *
   * @throws ParameterException naming the two that are one file
   */
  public void requireDistinct() throws IOException {
    Map<FileIdentity, Argument> read = new HashMap<>();
    for (Argument input : inputs) {
      if (Files.exists(input.path())) {
        read.putIfAbsent(FileIdentity.of(input.path()), input);
      }
    }
    Map<FileIdentity, Argument> written = new HashMap<>();
    for (Argument output : outputs) {
      if (isReplaced(output.path())) {
        FileIdentity file = FileIdentity.of(output.path());
        refuse(
            read.get(file),
            output,
            "%2$s is the same file as %1$s and would replace it; choose another name");
        refuse(
            written.put(file, output),
            output,
            "%2$s is the same file as %1$s; give each output its own name");
      }
    }
    for (Argument directory : directories) {
      for (Path file : present(directory)) {
        refuse(
            read.get(FileIdentity.of(file)),
            directory,
            "%s would be overwritten by the output in %s; move it or choose another directory");
      }
    }
  }

  private void refuse(@Nullable Argument other, Argument output, String message) {
    if (other != null) {
      throw new ParameterException(command, message.formatted(other, output));
    }
  }

  private static boolean isReplaced(Path output) {
    return !Files.exists(output) || Files.isRegularFile(output);
  }

  /**
   * Returns the files to be written that already exist in the directory; only such can be an input,
   * too.
   */
  private static List<Path> present(Argument directory) throws IOException {
    List<Path> files = new ArrayList<>();
    if (Files.isDirectory(directory.path())) {
      String names = "{" + String.join(",", directory.inDirectory()) + "}";
      try (DirectoryStream<Path> some = Files.newDirectoryStream(directory.path(), names)) {
        some.forEach(files::add);
      }
    }
    return files;
  }

  /** Throws {@link Failure} if one of the files to write cannot be written. */
  public void requireWritable() {
    outputs.forEach(output -> OutputCheck.writable(output.path()));
  }
}
