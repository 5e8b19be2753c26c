package org.latentfeature.bench.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A report as people read it and paste it: the setting line by line, and one table. */
final class ReportText {

  private static final String NONE = "–";

  private ReportText() {}

  static String of(Report report, @Nullable FormerRun comparison) {
    StringBuilder text = new StringBuilder();
    text.append("**lfm bench**, ").append(report.started()).append("\n\n");
    Setting setting = report.setting();
    line(
        text,
        "machine",
        "%s, %d processors, %s",
        setting.processor(),
        setting.processors(),
        setting.system());
    line(
        text,
        "backend",
        "%s on %s%s",
        setting.backend(),
        setting.device(),
        setting.tensorFloat32() ? ", TensorFloat-32" : "");
    line(text, "threads", "%d", setting.threads());
    line(text, "versions", "%s", versions(setting));
    line(text, "load average", "%.2f before, %.2f after", report.loadBefore(), report.loadAfter());
    if (comparison != null) {
      Report former = comparison.former();
      line(
          text,
          "former run",
          "%s, %s, load average %.2f before, %.2f after",
          former.started(),
          versions(former.setting()),
          former.loadBefore(),
          former.loadAfter());
    }
    text.append('\n').append(table(report.measurements(), comparison)).append('\n');
    text.append(
        "limit s: the time at this machine's limit, measured beside each step; share: of the time taken\n");
    if (comparison != null) {
      text.append(
          "times as fast: former seconds by present ones; ~ where the iterations of both overlap\n");
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String name, String format, Object... values) {
    text.append("- ").append(name).append(": ").append(format(format, values)).append('\n');
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private static String versions(Setting setting) {
    return setting.versions().entrySet().stream()
        .map(e -> e.getKey() + " " + e.getValue())
        .collect(Collectors.joining(", "));
  }

  private static MarkdownTable table(
      List<Measurement> measurements, @Nullable FormerRun comparison) {
    List<String> header =
        new ArrayList<>(
            List.of(
                "step",
                "problem",
                "bound by",
                "seconds",
                "±",
                "GFLOP/s",
                "of",
                "GB/s",
                "of",
                "limit s",
                "share"));
    if (comparison != null) {
      header.add("former s");
      header.add("times as fast");
    }
    MarkdownTable table = new MarkdownTable(3, header);
    for (Measurement m : measurements) {
      List<String> cells = cells(m);
      if (comparison != null) {
        Measurement then = comparison.formerly(m);
        cells.add(then == null ? NONE : seconds(then.median()));
        cells.add(then == null ? NONE : ratio(then, m));
      }
      table.add(cells);
    }
    return table;
  }

  private static List<String> cells(Measurement m) {
    MeasuredLimits limits = m.limits();
    Roofline roofline = m.roofline();
    List<String> cells = new ArrayList<>();
    cells.add(m.step());
    cells.add(m.problem());
    cells.add(roofline == null ? NONE : roofline.bound());
    cells.add(seconds(m.median()));
    cells.add(format("%.0f %%", 50 * (m.most() - m.least()) / m.median()));
    cells.add(giga(m.flopsPerSecond()));
    cells.add(limits == null ? NONE : giga(productLimit(m, limits)));
    cells.add(giga(m.bytesPerSecond()));
    cells.add(limits == null ? NONE : giga(limits.bytesPerSecond()));
    cells.add(roofline == null ? NONE : seconds(roofline.seconds()));
    cells.add(roofline == null ? NONE : format("%.0f %%", 100 * roofline.share(m.median())));
    return cells;
  }

  /** The rate of the precision that most of the products are in. */
  private static double productLimit(Measurement m, MeasuredLimits limits) {
    return m.work().doubleFlops() > m.work().singleFlops()
        ? limits.doubleFlopsPerSecond()
        : limits.singleFlopsPerSecond();
  }

  private static String ratio(Measurement then, Measurement now) {
    String noise = FormerRun.isWithinNoise(then, now) ? "~" : "";
    return noise + format("%.2f", FormerRun.ratio(then, now));
  }

  private static String giga(double perSecond) {
    return format("%.1f", perSecond * 1e-9);
  }

  /** Three digits that count, without an exponent. */
  private static String seconds(double s) {
    if (!(s > 0)) {
      return format("%.0f", s);
    }
    int digits = (int) Math.max(0, 2 - Math.floor(Math.log10(s)));
    return format("%." + digits + "f", s);
  }
}
