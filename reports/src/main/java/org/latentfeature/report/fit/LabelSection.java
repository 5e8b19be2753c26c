package org.latentfeature.report.fit;

import static j2html.TagCreator.br;
import static j2html.TagCreator.caption;
import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.p;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.text;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.tr;

import j2html.tags.DomContent;
import j2html.tags.specialized.TdTag;
import j2html.tags.specialized.TrTag;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.report.fit.RowGroups.Group;
import org.latentfeature.report.page.IncidenceFigure;
import org.latentfeature.report.page.Isolated;
import org.latentfeature.report.picture.IncidencePicture;

/** The features of the rows with each label, as the paper shows those of genomes by country. */
final class LabelSection {

  /** Names of more columns are turned. */
  private static final int MOST_ACROSS = 8;

  /** Shares differ if their adjusted p is below. */
  private static final double LEVEL = .05;

  /** Smaller ones are not told apart. */
  private static final double LEAST = 1e-300;

  private final ReportedFit fit;
  private final String column;
  private final RowGroups groups;

  private LabelSection(ReportedFit fit, String column, RowGroups groups) {
    this.fit = fit;
    this.column = column;
    this.groups = groups;
  }

  /**
   * The content.
   *
   * @param column name of the labels
   * @param labels of the N rows
   */
  static List<DomContent> of(ReportedFit fit, String column, List<String> labels) {
    RowGroups groups = RowGroups.of(labels);
    if (!groups.isShared()) {
      return List.of(
          p("No two rows have the same " + column + ", so there is nothing to compare."));
    }
    return new LabelSection(fit, column, groups).content();
  }

  private List<DomContent> content() {
    String some =
        groups.labels() > RowGroups.MOST
            ? " Of %,d labels the %d of the most rows are shown; the other rows stand together."
                .formatted(groups.labels(), RowGroups.MOST)
            : "";
    return List.of(
        p(
            "The rows in bands by their "
                + column
                + ", the most frequent first; in each band they are sorted as above."
                + some),
        p(
            "The table gives the share of a label's rows that have a feature and, below it, the"
                + " lift: that share divided by the share of all rows. Cells are coloured where the"
                + " share differs from that of all rows: red if it is above, blue if below."),
        p(verdict()),
        incidence(),
        shares());
  }

  /** Returns whether any share differs, by the test that colours the cells. */
  private String verdict() {
    double least = 1;
    int differ = 0;
    for (int k = 0; k < fit.features(); k++) {
      for (Group group : tested()) {
        double p = adjusted(k, group);
        least = Math.min(least, p);
        differ += p < LEVEL ? 1 : 0;
      }
    }
    String smallest = least < LEAST ? "below 1e−300" : Quantity.number(least);
    String test =
        " (hypergeometric test of each share, p times their number, %s)"
            .formatted(Quantity.count(tests()));
    return differ == 0
        ? "No feature differs between the labels of %s; the smallest adjusted p is %s%s."
            .formatted(column, smallest, test)
        : "%s from that of all rows at an adjusted p below 0.05; the smallest is %s%s."
            .formatted(
                differ == 1 ? "1 share differs" : Quantity.count(differ) + " shares differ",
                smallest,
                test);
  }

  /** The labels whose shares are tested: of two, one says what the other does. */
  private List<Group> tested() {
    List<Group> all = groups.groups();
    return all.size() == 2 ? all.subList(0, 1) : all;
  }

  private long tests() {
    return (long) fit.features() * tested().size();
  }

  /** The p of a share, by the correction of Bonferroni. */
  private double adjusted(int k, Group group) {
    return Math.min(
        1,
        tests()
            * Hypergeometric.twoSided(
                having(k, group), group.size(), fit.codes().z().column(k).count(), fit.x().rows()));
  }

  private long having(int k, Group group) {
    BitVector feature = fit.codes().z().column(k);
    return group.rows().stream().filter(feature::get).count();
  }

  private DomContent incidence() {
    BinaryMatrix z = fit.codes().z();
    int[] sorted = IncidencePicture.sorted(z);
    int[] groupOf = new int[z.rows()];
    for (int g = 0; g < groups.groups().size(); g++) {
      for (int i : groups.groups().get(g).rows()) {
        groupOf[i] = g;
      }
    }
    IncidenceFigure figure = new IncidenceFigure(fit.featureLabels(), fit.rowNames().ids());
    for (int g = 0; g < groups.groups().size(); g++) {
      int group = g;
      int[] order = Arrays.stream(sorted).filter(i -> groupOf[i] == group).toArray();
      double share = (double) order.length / z.rows();
      int most =
          z.rows() <= ContributionSection.MOST_ACROSS
              ? order.length
              : (int) Math.ceil(share * ContributionSection.MOST_ACROSS);
      figure.band(groups.groups().get(g).name(), IncidencePicture.draw(z, order, most), order);
    }
    return figure.html("Incidence matrix Z by " + column + ".");
  }

  private DomContent shares() {
    List<Integer> features = IntStream.range(0, fit.features()).boxed().toList();
    return div(table(
                caption("Share of rows with each feature, and lift, by " + column + "."),
                thead(heading()),
                tbody(each(features, this::line)))
            .withClass(groups.groups().size() > MOST_ACROSS ? "lifts turned" : "lifts"))
        .withClass("scroll");
  }

  private TrTag heading() {
    return tr(
        th("feature").attr("scope", "col"),
        th("all rows").attr("scope", "col"),
        each(
            groups.groups(),
            group ->
                th(div(Isolated.name(group.name())))
                    .attr("scope", "col")
                    .withTitle(group.name() + ": " + Quantity.count(group.size(), "row"))));
  }

  private TrTag line(int k) {
    double overall = (double) fit.codes().z().column(k).count() / fit.x().rows();
    return tr(
            th(Isolated.name(fit.feature(k))).attr("scope", "row"),
            td(Quantity.whole(overall)),
            each(groups.groups(), group -> cell(k, overall, group)))
        .attr("data-feature", k + 1);
  }

  private DomContent cell(int k, double overall, Group group) {
    int n = group.size();
    long have = having(k, group);
    double share = (double) have / n;
    double lift = share / overall;
    TdTag cell =
        td(text(Quantity.whole(share)), br(), text(Double.isNaN(lift) ? "–" : "×" + lift(lift)))
            .withTitle(
                "%s: %,d of %s have feature %s, %s; of all rows %s"
                    .formatted(
                        group.name(),
                        have,
                        Quantity.count(n, "row"),
                        fit.feature(k),
                        Quantity.percent(share),
                        Quantity.percent(overall)));
    return adjusted(k, group) < LEVEL
        ? cell.withClass(lift > 1 ? "positive" : "negative").withStyle("--v:" + strength(lift))
        : cell;
  }

  private static String lift(double lift) {
    return lift >= 10 ? Quantity.count(Math.round(lift)) : Quantity.tenths(lift);
  }

  /** Four times as often, or a quarter, is the full colour. */
  private static String strength(double lift) {
    double octaves = Math.abs(Math.log(lift) / Math.log(2));
    return Math.round(100 * Math.min(1, Math.max(.25, octaves / 2))) + "%";
  }
}
