package org.latentfeature.evidence.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.latentfeature.data.DataException;
import org.latentfeature.evidence.TabTable;

/**
 * The outcomes of all runs so far, kept in a table that is written anew, in one step, after each
 * run: whatever ends the program, each run is in it with all its K or not at all.
 */
final class ResultsFile {

  private static final String[] COLUMNS = {
    "dataset",
    "method",
    "run",
    "seed",
    "fingerprint",
    "k",
    "hamming",
    "rmse",
    "rmse_noisy",
    "svd_bound",
    "seconds"
  };

  private final Path file;
  private final List<TrialOutcome> outcomes = new ArrayList<>();

  /**
   * Reads {@code file} if it is there.
   *
   * @throws DataException if it holds what this class does not write
   */
  ResultsFile(Path file) throws IOException {
    this.file = file;
    if (Files.exists(file)) {
      for (TabTable.Row row : TabTable.read(file, COLUMNS).rows()) {
        outcomes.add(outcome(row));
      }
    }
  }

  /** Returns the outcomes of the run with this fingerprint; empty if it is yet to be done. */
  List<TrialOutcome> of(String fingerprint) {
    return outcomes.stream().filter(o -> o.fingerprint().equals(fingerprint)).toList();
  }

  /** Keeps a run's outcomes in place of those of its like with other fingerprints. */
  void add(List<TrialOutcome> added) {
    for (TrialOutcome outcome : added) {
      outcomes.removeIf(
          old ->
              old.dataSet().equals(outcome.dataSet())
                  && old.approach() == outcome.approach()
                  && old.run() == outcome.run()
                  && old.seed() == outcome.seed()
                  && !old.fingerprint().equals(outcome.fingerprint()));
    }
    outcomes.addAll(added);
    List<List<String>> lines = new ArrayList<>();
    lines.add(List.of(COLUMNS));
    outcomes.forEach(outcome -> lines.add(line(outcome)));
    TabTable.write(file, lines);
  }

  private static TrialOutcome outcome(TabTable.Row row) {
    Approach approach;
    try {
      approach = Approach.of(row.text("method"));
    } catch (IllegalArgumentException e) {
      throw row.complaint("method", "is unknown: " + row.text("method") + "; remove the line");
    }
    return new TrialOutcome(
        row.text("dataset"),
        approach,
        row.whole("run", 1),
        row.wholeLong("seed"),
        row.text("fingerprint"),
        row.whole("k", 1),
        row.numberOrNone("hamming"),
        row.numberOrNone("rmse"),
        row.number("rmse_noisy"),
        row.numberOrNone("svd_bound"),
        row.number("seconds"));
  }

  private static List<String> line(TrialOutcome o) {
    return List.of(
        o.dataSet(),
        o.approach().key(),
        Integer.toString(o.run()),
        Long.toString(o.seed()),
        o.fingerprint(),
        Integer.toString(o.k()),
        TabTable.cell(o.hamming()),
        TabTable.cell(o.rmse()),
        TabTable.cell(o.rmseNoisy()),
        TabTable.cell(o.svdBound()),
        TabTable.cell(o.seconds()));
  }
}
