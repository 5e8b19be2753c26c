package org.latentfeature.many;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.latentfeature.io.AtomicFile;
import org.latentfeature.io.TextCell;
import org.latentfeature.lasso.Penalty;

/**
 * A line for each problem in the order of the list, tab-separated, with a header. All but the
 * seconds is the same whether a model was made now or by an earlier run.
 */
final class ResultsTable {

  private static final String HEADER =
      "name\tdata\tn\td\tk\tseed\tpenalty\tmethod\tbootstrap\tfeatures\trmse\tended\tseconds\tstatus"
          + "\terror\n";

  private ResultsTable() {}

  static void write(Path file, List<Problem> problems, Outcome[] outcomes) {
    StringBuilder text = new StringBuilder(HEADER);
    for (int i = 0; i < outcomes.length; i++) {
      line(text, problems.get(i), outcomes[i]);
    }
    AtomicFile.write(file, out -> out.write(text.toString().getBytes(StandardCharsets.UTF_8)));
  }

  private static void line(StringBuilder text, Problem problem, Outcome outcome) {
    Outcome.Fit fit = outcome.fit();
    Object[] cells = {
      problem.name(),
      problem.source(),
      fit == null ? null : fit.rows(),
      fit == null ? null : fit.cols(),
      problem.options().k(),
      problem.options().seed(),
      Penalty.words(problem.options().penalty()),
      problem.options().method().name().toLowerCase(Locale.ROOT),
      problem.resample() == 0 ? null : problem.resample(),
      fit == null ? null : fit.features(),
      fit == null ? null : fit.rmse(),
      fit == null ? null : fit.ended().toString(),
      fit == null ? null : fit.seconds(),
      status(outcome),
      outcome.complaint()
    };
    for (int c = 0; c < cells.length; c++) {
      text.append(c == 0 ? "" : "\t").append(cell(cells[c]));
    }
    text.append('\n');
  }

  private static String status(Outcome outcome) {
    return switch (outcome.status()) {
      case FITTED, KEPT -> "done";
      case FAILED -> "failed";
      case WAITING -> "waiting";
    };
  }

  /** No cell may break the table, and none is a formula. */
  static String cell(@Nullable Object value) {
    return value == null ? "" : TextCell.guarded(value.toString().replaceAll("[\t\r\n]+", " "));
  }
}
