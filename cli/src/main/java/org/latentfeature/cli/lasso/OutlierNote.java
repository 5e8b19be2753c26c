package org.latentfeature.cli.lasso;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.factor.Outliers;
import org.latentfeature.fit.model.Model;
import org.latentfeature.lasso.LassoModel;

/** Which entries and rows a robust fit takes for outliers. */
final class OutlierNote {

  /** Rows named on the screen. */
  private static final int NAMED = 10;

  private OutlierNote() {}

  /** Tells of those of a robust model's data; nothing of other models. */
  static void note(Model model, Rows x, Reporting reporting) {
    if (!(model instanceof LassoModel lasso)
        || Double.isNaN(lasso.terms().threshold())
        || !(x instanceof Matrix dense)) {
      return;
    }
    Outliers outliers = Outliers.of(lasso.prepared(dense), lasso.z(), lasso.w(), lasso.terms());
    int rows = outliers.rows().count();
    String which = rows == 0 ? "" : ": " + names(outliers, model.manifest().rowIds());
    reporting.note(
        "%.2g %% of the entries weigh less than 1/2, and %,d row%s on average%s"
            .formatted(100 * outliers.entries(), rows, rows == 1 ? "" : "s", which));
  }

  private static String names(Outliers outliers, @Nullable List<String> ids) {
    String first =
        IntStream.range(0, outliers.rows().length())
            .filter(outliers.rows()::get)
            .limit(NAMED)
            .mapToObj(i -> ids == null ? "row " + (i + 1) : ids.get(i))
            .collect(Collectors.joining(", "));
    return outliers.rows().count() > NAMED ? first + ", …" : first;
  }
}
