package org.latentfeature.bench.day;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.latentfeature.bench.suite.MarkdownTable;

/** The figures of a step beside what the model on paper has for them. */
final class DayTable {

  private DayTable() {}

  /** A table of those that were predicted, with a line before and after it; empty if none was. */
  static String of(Map<String, Object> facts) {
    MarkdownTable table =
        new MarkdownTable(2, List.of("figure", "unit", "measured", "predicted", "ratio"));
    boolean any = false;
    for (Object figure : facts.get("figures") instanceof List<?> figures ? figures : List.of()) {
      if (figure instanceof JsonObject line && line.has("predicted")) {
        double measured = number(line.get("measured"));
        double predicted = number(line.get("predicted"));
        table.add(
            List.of(
                line.get("figure").getAsString(),
                line.get("unit").getAsString(),
                digits(measured),
                digits(predicted),
                digits(measured / predicted)));
        any = true;
      }
    }
    return any ? "\n" + table + "\n" : "";
  }

  private static double number(JsonElement value) {
    return Double.parseDouble(value.getAsString());
  }

  private static String digits(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }
}
