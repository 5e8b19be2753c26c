package org.latentfeature.evidence.spectral;

import static j2html.TagCreator.p;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.data.AdmixtureProblem;
import org.latentfeature.evidence.MachineLoad;
import org.latentfeature.evidence.Spread;
import org.latentfeature.evidence.Words;
import org.latentfeature.report.chart.LineChart;
import org.latentfeature.report.page.Facts;
import org.latentfeature.report.page.Figure;
import org.latentfeature.report.page.Page;
import org.latentfeature.report.page.Table;

/** The page of {@code lfm reproduce admixture}: errors of shares against the number of loci. */
public final class AdmixturePage {

  private AdmixturePage() {}

  private record Size(int populations, double alpha, int individuals, double drift) {

    static Size of(AdmixtureFit fit) {
      AdmixtureProblem p = fit.setting().problem();
      return new Size(p.features(), p.alpha(), p.columns(), p.drift());
    }

    String words() {
      return "K = %d, α = %s, D = %d, F = %s".formatted(populations, alpha, individuals, drift);
    }
  }

  /**
   * The page.
   *
   * @param fits at least one
   * @param command that made them
   * @param software name and version of the program
   */
  public static Page of(
      List<AdmixtureFit> fits, BackendInfo backend, String command, String software) {
    Page page = new Page("Admixture by tensor eigenpairs, reproduced");
    page.lead(
        p(
            "The second experiment of Jaffe, Weiss, Carmi, Kluger, Nadler (ICML 2018), on simulated"
                + " genotypes: half the number of alleles of an individual at a locus is Z W, with Z the"
                + " frequencies of the alleles in K populations and W the shares that these have in the"
                + " D individuals, from a Dirichlet distribution of parameter α. Frequencies of the"
                + " populations vary around those of their ancestors (Balding & Nichols), by F. The error"
                + " is ‖W − Ŵ‖²/(KD) in the order in which it is least."));
    Map<Size, List<AdmixtureFit>> sizes =
        fits.stream().collect(groupingBy(Size::of, LinkedHashMap::new, toList()));
    page.section("Error against loci", figure(sizes));
    page.section("Medians", table(sizes));
    page.section(
        "Interpretation",
        p(
            "Features are eigenpairs only if they are bits, z² = z. Frequencies are not bits: for F near"
                + " 1 alleles are almost fixed and the eigenpairs are close; for the F of human"
                + " populations, 0.05 to 0.15, they are biased for any number of loci. Alternating"
                + " least squares on the simplex has no such bias, from either start."));
    page.section(
        "Provenance",
        new Facts()
            .code("command", command)
            .fact("software", software + ", Java " + System.getProperty("java.version"))
            .fact("backend", backend.name() + " on " + backend.device())
            .fact("machine", MachineLoad.now().words())
            .html(),
        p(
            "Every run is in errors.tsv in the same folder; a repeated run skips those that it holds."));
    return page;
  }

  private static List<DomContent> figure(Map<Size, List<AdmixtureFit>> sizes) {
    List<DomContent> charts = new ArrayList<>();
    sizes.forEach(
        (size, some) -> {
          LineChart chart =
              new LineChart(size.words(), "loci N", "median error")
                  .logarithmic()
                  .logarithmicPlaces();
          for (AdmixtureFit.Method method : AdmixtureFit.Method.values()) {
            Map<Integer, List<AdmixtureFit>> at =
                of(some, method).stream()
                    .collect(
                        groupingBy(fit -> fit.setting().problem().rows(), TreeMap::new, toList()));
            chart.line(
                method.word(),
                at.keySet().stream().mapToDouble(n -> n).toArray(),
                at.values().stream()
                    .mapToDouble(fits -> Spread.median(fits, AdmixtureFit::error))
                    .toArray());
          }
          charts.add(Figure.chart(chart.svg(), size.words()));
        });
    return List.of(p("Medians over the problems."), Figure.grid(charts));
  }

  private static List<AdmixtureFit> of(List<AdmixtureFit> fits, AdmixtureFit.Method method) {
    return fits.stream().filter(fit -> fit.setting().method() == method).toList();
  }

  private static DomContent table(Map<Size, List<AdmixtureFit>> sizes) {
    List<AdmixtureFit.Method> methods =
        new ArrayList<>(Arrays.asList(AdmixtureFit.Method.values()));
    methods.removeIf(
        method -> sizes.values().stream().allMatch(some -> of(some, method).isEmpty()));
    Table table =
        new Table("Median error and seconds.").numbers("K").numbers("α").numbers("D").numbers("F");
    table.numbers("loci");
    methods.forEach(method -> table.numbers(method.word()).numbers("seconds"));
    sizes.forEach(
        (size, all) ->
            all.stream()
                .collect(groupingBy(fit -> fit.setting().problem().rows(), TreeMap::new, toList()))
                .forEach(
                    (loci, some) -> {
                      table
                          .row()
                          .cell(Integer.toString(size.populations()))
                          .cell(Double.toString(size.alpha()))
                          .cell(Integer.toString(size.individuals()))
                          .cell(Double.toString(size.drift()))
                          .cell("%,d".formatted(loci));
                      for (AdmixtureFit.Method method : methods) {
                        List<AdmixtureFit> fits = of(some, method);
                        boolean none = fits.isEmpty();
                        table
                            .cell(
                                none
                                    ? Words.NONE
                                    : Words.number(
                                        "%.2g", Spread.median(fits, AdmixtureFit::error)))
                            .cell(
                                none
                                    ? Words.NONE
                                    : Words.number(
                                        "%.2f", Spread.median(fits, AdmixtureFit::seconds)));
                      }
                    }));
    return table.html();
  }
}
