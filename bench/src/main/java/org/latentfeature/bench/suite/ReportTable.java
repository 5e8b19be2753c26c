package org.latentfeature.bench.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The figures of a report as words, a row for each measurement on so many threads. */
final class ReportTable {

  /** Leading columns that hold words; the rest hold numbers. */
  static final int WORDS = 3;

  private static final String NONE = "–";

  private ReportTable() {}

  static List<String> header(@Nullable FormerRun comparison) {
    List<String> header =
        new ArrayList<>(
            List.of(
                "step",
                "problem",
                "bound by",
                "seconds",
                "±",
                "cores",
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
    return header;
  }

  static List<String> row(Measurement m, int threads, @Nullable FormerRun comparison) {
    List<String> cells = cells(m, threads);
    if (comparison != null) {
      Measurement then = comparison.formerly(m);
      cells.add(then == null ? NONE : seconds(then.median()));
      cells.add(then == null ? NONE : ratio(then, m));
    }
    return cells;
  }

  private static List<String> cells(Measurement m, int threads) {
    MeasuredLimits limits = m.limits();
    Roofline roofline = m.roofline();
    List<String> cells = new ArrayList<>();
    cells.add(m.step());
    cells.add(m.problem());
    cells.add(Objects.requireNonNullElse(m.bound(threads), NONE));
    cells.add(seconds(m.median()));
    cells.add(format("%.0f %%", 50 * (m.most() - m.least()) / m.median()));
    cells.add(m.cores() == null ? NONE : format("%.1f", m.cores()));
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

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
