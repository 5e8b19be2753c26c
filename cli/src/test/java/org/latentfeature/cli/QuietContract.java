package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --quiet} means one thing: nothing on standard error, and the same answer. */
public abstract class QuietContract {

  @TempDir Path folder = Path.of("");

  private final Map<String, List<Object>> runs = new LinkedHashMap<>();

  /** Plans the run of a command. */
  protected final void run(String command, Object... arguments) {
    runs.put(command, List.of(arguments));
  }

  /** The path of a file that runs share. */
  protected final Path file(String name) {
    return folder.resolve(name);
  }

  /**
   * Names the runs, with {@link #run}, in the order in which each has what those before it wrote.
   */
  protected abstract void plan() throws IOException;

  /** The commands that {@link #plan} runs, as they are typed. */
  protected abstract Stream<String> commands();

  /** The words of {@code first}, then those of {@code last}. */
  protected static Object[] with(Object[] last, Object... first) {
    List<Object> all = new ArrayList<>(Arrays.asList(first));
    all.addAll(Arrays.asList(last));
    return all.toArray();
  }

  /** Whether a command has nothing to do here, and says so. */
  protected boolean mayFail(String command) {
    return false;
  }

  private static Run lfm(String command, List<Object> arguments, Object... more) {
    List<Object> words = new ArrayList<>(List.of((Object[]) command.split(" ", -1)));
    words.addAll(arguments);
    words.addAll(Arrays.asList(more));
    return Run.lfm(words.toArray());
  }

  /** Numbers apart, of which times differ from run to run. */
  private static List<String> shape(String answer) {
    return answer.lines().map(line -> line.replaceAll("[0-9][0-9.E-]*", "0")).toList();
  }

  @Test
  void everyCommandKeepsItsAnswerAndNothingElse() throws IOException {
    plan();
    assertEquals(
        commands().collect(Collectors.toCollection(TreeSet::new)), new TreeSet<>(runs.keySet()));
    runs.forEach(
        (command, arguments) -> {
          Run loud = lfm(command, arguments);
          Run quiet = lfm(command, arguments, "-q");
          assertEquals(loud.status(), quiet.status(), () -> loud + "\n" + quiet);
          if (loud.status() == 0) {
            assertEquals("", quiet.err(), command);
            assertFalse(quiet.out().isEmpty(), command);
            if (!command.equals("fit-many")) { // The second run keeps what the first one made.
              assertEquals(shape(loud.out()), shape(quiet.out()), command);
            }
          } else {
            assertTrue(mayFail(command), loud::toString);
            assertEquals(1, quiet.err().lines().count(), quiet::toString);
          }
        });
  }

  @Test
  void helpSaysSoInOneWay() {
    commands()
        .forEach(
            command -> {
              Run help = lfm(command, List.of(), "--help");
              assertTrue(help.out().contains("Print only results and errors"), help::toString);
            });
  }
}
