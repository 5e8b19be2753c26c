package org.latentfeature.io;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The whole of a Java machine that writes a file: half of it, then, if it is told to {@code wait},
 * a line to standard output, then the rest as soon as its input ends.
 */
final class WritingMachine {

  static final String WAIT = "wait";

  private WritingMachine() {}

  public static void main(String[] args) {
    AtomicFile.write(
        Path.of(args[0]),
        out -> {
          out.write("who".getBytes(UTF_8));
          if (args.length > 1) {
            out.flush();
            System.out.println("half");
            while (System.in.read() >= 0) {}
          }
          out.write("le".getBytes(UTF_8));
        });
  }

  static Process start(Path file, String... more) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(WritingMachine.class.getName());
    command.add(file.toString());
    command.addAll(List.of(more));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }
}
