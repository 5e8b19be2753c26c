package org.latentfeature.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.fuzz.Choice;

/**
 * Many harmed files and command lines, each run in a folder of its own. A failure names its case;
 * {@code -Dfuzz.case=TEXT-17} runs that one alone.
 */
public final class FuzzCases {

  static final long SEED = 20_260_101;

  /** Writes a case's files and makes its command line. */
  @FunctionalInterface
  public interface Maker {

    /** The words of a command line, which may read and write in {@code home}. */
    List<String> next(Choice choice, Path home) throws IOException;
  }

  private final Supplier<Path> folder;
  private int count;

  /**
   * No cases yet.
   *
   * @param folder for the folders of all cases, once they run
   */
  public FuzzCases(Supplier<Path> folder) {
    this.folder = folder;
  }

  /** The name of the only case to run; null if all are run. */
  static @Nullable String one() {
    return System.getProperty("fuzz.case");
  }

  /** How many have run. */
  int count() {
    return count;
  }

  /** Runs this number of cases of one kind, and fails if any of them does what none may. */
  public void run(String kind, int cases, Maker maker) throws IOException {
    FuzzFailures failures = new FuzzFailures();
    for (int number = 0; number < cases; number++) {
      String name = kind + "-" + number;
      if (one() != null && !one().equals(name)) {
        continue;
      }
      Path home = Files.createDirectory(folder.get().resolve(name));
      Choice choice = new Choice(SEED + 1_000_003L * number + kind.hashCode());
      List<String> words = maker.next(choice, home);
      new FuzzCase(name, home, words, choice.isRefused()).run(failures);
      count++;
    }
    failures.requireNone();
  }
}
