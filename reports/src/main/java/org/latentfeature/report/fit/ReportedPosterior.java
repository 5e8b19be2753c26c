package org.latentfeature.report.fit;

import static j2html.TagCreator.p;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.ibp.Convergence;
import org.latentfeature.ibp.Posterior;
import org.latentfeature.ibp.Sample;
import org.latentfeature.report.chart.LineChart;
import org.latentfeature.report.page.Figure;
import org.latentfeature.report.page.Table;
import org.latentfeature.report.picture.HeatScale;
import org.latentfeature.report.picture.NumberPicture;
import org.latentfeature.report.picture.PictureShape;

/**
 * Posteriors of features.
 *
 * @param posterior of the model
 */
public record ReportedPosterior(Posterior posterior) implements ReportedKind {

  /** Bits with a probability further from 0 and 1 than this are unsure. */
  private static final double UNSURE = 0.05;

  private static final int MOST_ROWS = 10;

  private static final String LOG_JOINT = "log-joint";

  /** Pictures of deviations that differ by a smaller share show nothing. */
  private static final double FLAT = 0.02;

  private static final int MOST_PICTURES = 100;

  @Override
  public String form(String features) {
    return features;
  }

  @Override
  public String newCodes() {
    return "Their codes Z were computed for this report, as 'lfm transform' does; W is the model's.";
  }

  @Override
  public String loss() {
    return "2 eᵀw + ‖w‖², with e the residual of the row and w the component.";
  }

  @Override
  public String heading() {
    return "Posterior";
  }

  @Override
  public List<DomContent> section(ReportedFit fit, Residuals residuals) {
    List<DomContent> content = new ArrayList<>();
    String sentence = Convergence.Agreement.of(posterior).sentence();
    content.add(p(Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1) + "."));
    if (posterior.isLearned()) {
      content.add(counts().html());
    }
    if (posterior.isComparable()) {
      content.add(convergence().html());
    }
    content.add(features(fit).html());
    content.addAll(deviations(fit));
    content.add(unsure());
    if (Arrays.stream(posterior.inclusion().values()).anyMatch(ReportedPosterior::isUnsure)) {
      content.add(rows(fit).html());
    }
    return content;
  }

  /** P(K) by chain and together. */
  private Table counts() {
    Table table = new Table("Probability of each number of features.").numbers("K");
    table.numbers("all chains");
    int chains = posterior.traces().size();
    for (int c = 0; c < chains; c++) {
      table.numbers("chain " + (c + 1));
    }
    for (int k : new TreeSet<>(posterior.counts().keySet())) {
      double all = posterior.probability(k);
      table.row().cell(Integer.toString(k)).bar(Quantity.hundredths(all), all);
      for (int c = 0; c < chains; c++) {
        table.cell(Quantity.hundredths(posterior.chain(c).probability(k)));
      }
    }
    return table;
  }

  private Table convergence() {
    Table table =
        new Table("Whether the chains agree: split-R̂ near 1, and the effective sample size.")
            .column("quantity")
            .numbers("mean")
            .numbers("split-R̂")
            .numbers("effective samples");
    for (Sample.Quantity quantity : Sample.QUANTITIES) {
      Convergence of = posterior.convergence(quantity);
      table.row(
          quantity.name(),
          Quantity.number(posterior.mean(quantity.of())),
          Double.isInfinite(of.splitRatio()) ? "∞" : Quantity.hundredths(of.splitRatio()),
          Quantity.count(Math.round(of.effective())));
    }
    return table;
  }

  private Table features(ReportedFit fit) {
    Table table =
        fit.byFeature("How sure each feature is.")
            .numbers(posterior.isSampled() ? "samples with it" : "probability that any row has it")
            .numbers("unsure rows")
            .numbers("deviation of its entries");
    Dense inclusion = posterior.inclusion();
    for (int k = 0; k < inclusion.cols(); k++) {
      int unsure = 0;
      for (int i = 0; i < inclusion.rows(); i++) {
        unsure += isUnsure(inclusion.get(i, k)) ? 1 : 0;
      }
      double sum = 0;
      for (int j = 0; j < posterior.deviation().cols(); j++) {
        double deviation = posterior.deviation().get(k, j);
        sum += deviation * deviation;
      }
      table
          .row(
              fit.feature(k),
              Quantity.percent(posterior.presence().get(k, 0)),
              Quantity.count(unsure),
              Quantity.number(Math.sqrt(sum / posterior.deviation().cols())))
          .about(k + 1);
    }
    return table;
  }

  /** How sure each pixel of each feature is. */
  private List<DomContent> deviations(ReportedFit fit) {
    PictureShape shape = fit.shape();
    if (shape == null) {
      return List.of();
    }
    Dense deviation = posterior.deviation();
    if (isFlat(deviation)) {
      return List.of(
          p(
              "All entries of a feature have the same deviation, that of the noise: no unsure bit changes one more than another."));
    }
    double most = Arrays.stream(deviation.values()).filter(d -> d > 0).max().orElse(1);
    HeatScale scale = new HeatScale(most);
    List<DomContent> pictures = new ArrayList<>();
    for (int k = 0; k < Math.min(MOST_PICTURES, deviation.rows()); k++) {
      String title = "Deviation of feature " + fit.feature(k);
      pictures.add(
          Figure.card(
              k + 1,
              Figure.signed(NumberPicture.ofRow(deviation, k, shape, scale), title),
              title,
              title));
    }
    return List.of(
        p(
            "Each picture is the standard deviation of the entries of a feature, from white, 0, to dark red, %s."
                .formatted(Quantity.number(most))),
        Figure.tiles(pictures));
  }

  /** Returns whether all entries of each feature are equally uncertain. */
  private static boolean isFlat(Dense deviation) {
    for (int k = 0; k < deviation.rows(); k++) {
      double first = deviation.get(k, 0);
      for (int j = 1; j < deviation.cols(); j++) {
        if (Math.abs(deviation.get(k, j) - first) > FLAT * first) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isUnsure(double probability) {
    return probability > UNSURE && probability < 1 - UNSURE;
  }

  private DomContent unsure() {
    long unsure = 0;
    for (double probability : posterior.inclusion().values()) {
      unsure += isUnsure(probability) ? 1 : 0;
    }
    double share = (double) unsure / Math.max(1, posterior.inclusion().values().length);
    return p(
        "%s of the bits (%s) have a probability between 0.05 and 0.95; the others are sure."
            .formatted(Quantity.percent(share), Quantity.count(unsure)));
  }

  /** The rows of most entropy. */
  private Table rows(ReportedFit fit) {
    Table table =
        new Table("The least sure rows: the sum of the entropies of their bits.")
            .column("row")
            .numbers("entropy (bits)")
            .numbers("unsure features");
    Dense inclusion = posterior.inclusion();
    double[] entropy = new double[inclusion.rows()];
    for (int i = 0; i < entropy.length; i++) {
      for (int k = 0; k < inclusion.cols(); k++) {
        double on = inclusion.get(i, k);
        entropy[i] -= term(on) + term(1 - on);
      }
    }
    IntStream.range(0, entropy.length)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> -entropy[i]))
        .limit(MOST_ROWS)
        .forEach(
            i -> {
              long unsure =
                  IntStream.range(0, inclusion.cols())
                      .filter(k -> isUnsure(inclusion.get(i, k)))
                      .count();
              table.row(
                  fit.rowNames().of(i), Quantity.hundredths(entropy[i]), Quantity.count(unsure));
            });
    return table;
  }

  private static double term(double p) {
    return p <= 0 ? 0 : p * Math.log(p) / Math.log(2);
  }

  @Override
  public String source(Manifest manifest) {
    return posterior.isSampled()
        ? "likeliest sample of the chains"
        : "variational distribution of the largest bound";
  }

  @Override
  public List<DomContent> choosing(ReportedFit fit, Residuals residuals, FeatureCounts counts) {
    return posterior.isLearned()
        ? List.of(p("P(K), the probability of each number of features, is under Posterior."))
        : ReportedKind.super.choosing(fit, residuals, counts);
  }

  /** K, σx and log p(X, Z) of every chain. */
  @Override
  public List<DomContent> course(Manifest manifest) {
    List<DomContent> charts = new ArrayList<>();
    for (String name : List.of("features", "sigma", LOG_JOINT)) {
      Sample.Quantity quantity =
          Sample.QUANTITIES.stream().filter(q -> q.name().equals(name)).findAny().orElseThrow();
      // Differences of a large number are unreadable beside it.
      double origin = name.equals(LOG_JOINT) ? most(quantity) : 0;
      LineChart chart = new LineChart("Trace of " + name, "sweep", name).wholeNumbers();
      chart.shade("burn-in", 1, Math.max(1, posterior.burnIn()));
      for (int c = 0; c < posterior.traces().size(); c++) {
        List<Sample> trace = posterior.traces().get(c);
        double[] sweep = IntStream.rangeClosed(1, trace.size()).asDoubleStream().toArray();
        double[] value =
            trace.stream().mapToDouble(s -> quantity.of().applyAsDouble(s) - origin).toArray();
        chart.line("chain " + (c + 1), sweep, value);
      }
      if (!chart.isEmpty()) {
        charts.add(
            Figure.chart(
                chart.svg(),
                "%s of each chain%s; the first %s sweeps are dropped."
                    .formatted(
                        name,
                        origin == 0 ? "" : ", less its maximum of " + Quantity.number(origin),
                        Quantity.count(posterior.burnIn()))));
      }
    }
    return charts.isEmpty() ? List.of() : List.of(Figure.grid(charts));
  }

  private double most(Sample.Quantity quantity) {
    return posterior.traces().stream()
        .flatMap(List::stream)
        .mapToDouble(quantity.of())
        .max()
        .orElse(0);
  }
}
