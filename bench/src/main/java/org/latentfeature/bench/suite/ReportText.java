package org.latentfeature.bench.suite;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A report as people read it and paste it: the setting line by line, and one table. */
final class ReportText {

  private ReportText() {}

  static String of(Report report, @Nullable FormerRun comparison) {
    StringBuilder text = new StringBuilder();
    text.append("**lfm bench**, ").append(report.started()).append("\n\n");
    facts(report, comparison)
        .forEach((name, fact) -> text.append("- %s: %s\n".formatted(name, fact)));
    text.append('\n').append(table(report, comparison)).append('\n');
    text.append(
        "limit s: the time at this machine's limit, measured beside each step; share: of the time taken\n");
    if (comparison != null) {
      text.append(
          "times as fast: former seconds by present ones; ~ where the iterations of both overlap\n");
    }
    return text.toString();
  }

  /**
   * Returns the facts about a report by name: the machine, the backend, the versions, the load and
   * the former run.
   */
  static Map<String, String> facts(Report report, @Nullable FormerRun comparison) {
    Setting setting = report.setting();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put(
        "machine",
        format(
            "%s, %d processors, %s", setting.processor(), setting.processors(), setting.system()));
    facts.put(
        "backend",
        format("%s on %s, %s", setting.backend(), setting.device(), setting.precision()));
    facts.put("threads", format("%d", setting.threads()));
    facts.put("versions", versions(setting));
    facts.put(
        "load average", format("%.2f before, %.2f after", report.loadBefore(), report.loadAfter()));
    if (comparison != null) {
      Report former = comparison.former();
      facts.put(
          "former run",
          format(
              "%s, %s, load average %.2f before, %.2f after",
              former.started(),
              versions(former.setting()),
              former.loadBefore(),
              former.loadAfter()));
    }
    return facts;
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private static String versions(Setting setting) {
    return setting.versions().entrySet().stream()
        .map(e -> e.getKey() + " " + e.getValue())
        .collect(Collectors.joining(", "));
  }

  private static MarkdownTable table(Report report, @Nullable FormerRun comparison) {
    MarkdownTable table = new MarkdownTable(ReportTable.WORDS, ReportTable.header(comparison));
    int threads = report.setting().threads();
    report.measurements().forEach(m -> table.add(ReportTable.row(m, threads, comparison)));
    return table;
  }
}
