package org.latentfeature.evidence.denoising;

import static j2html.TagCreator.p;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import j2html.tags.DomContent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.evidence.MachineLoad;
import org.latentfeature.evidence.Words;
import org.latentfeature.io.image.Plane;
import org.latentfeature.report.chart.LineChart;
import org.latentfeature.report.page.Facts;
import org.latentfeature.report.page.Figure;
import org.latentfeature.report.page.Page;
import org.latentfeature.report.page.Table;

/** The page of {@code lfm reproduce denoising}: images, noise levels and methods. */
public final class DenoisingPage {

  private static final String PSNR = "%.2f";
  private static final String FEATURES = "%.2f";

  private final List<DenoisingTrial> trials;
  private final List<Double> sigmas;
  private final List<DenoisingMethod> methods;
  private final ImageFolder images;
  private final DenoisedPictures pictures;
  private final RecordedDenoising recorded;

  /**
   * A page.
   *
   * @param trials at least one, each of an image and seed once for a method and σ
   * @param images what was denoised
   * @param pictures the denoised images; those missing are not shown
   * @param recorded other programs' figures
   */
  public DenoisingPage(
      List<DenoisingTrial> trials,
      ImageFolder images,
      DenoisedPictures pictures,
      RecordedDenoising recorded) {
    this.trials = List.copyOf(trials);
    this.images = images;
    this.pictures = pictures;
    this.recorded = recorded;
    sigmas = trials.stream().map(trial -> trial.setting().sigma()).distinct().sorted().toList();
    methods = trials.stream().map(trial -> trial.setting().method()).distinct().sorted().toList();
  }

  /**
   * A figure of trials and of what is recorded.
   *
   * @param noisy the same of the noisy image; null for figures that it has not. With it, the
   *     highest wins
   */
  private record Column(
      String caption,
      String format,
      @Nullable ToDoubleFunction<DenoisingTrial> noisy,
      ToDoubleFunction<DenoisingTrial> of,
      @Nullable ToDoubleFunction<RecordedDenoising.Entry> recorded) {}

  /**
   * The page.
   *
   * @param command that made the trials
   * @param software name and version of the program
   * @throws IOException if the device fails while a denoised image is read
   */
  public Page page(BackendInfo backend, String command, String software) throws IOException {
    Page page = new Page("Image denoising, reproduced");
    page.lead(
        p(
            "The experiment of Table 1 of Zhang & Paisley (ICML 2016): white Gaussian noise of standard"
                + " deviation σ, in grey levels of 0 … 255, is added to grey images; each method is"
                + " given σ and the noisy image. PSNR in dB; higher is better."));
    Map<String, List<DenoisingTrial>> byImage =
        trials.stream()
            .collect(groupingBy(trial -> trial.setting().image(), LinkedHashMap::new, toList()));
    page.section("All images", overview(byImage));
    for (Map.Entry<String, List<DenoisingTrial>> image : byImage.entrySet()) {
      page.section(image.getKey(), image(image.getKey(), image.getValue()));
    }
    page.section("Provenance", provenance(backend, command, software));
    return page;
  }

  private List<DomContent> overview(Map<String, List<DenoisingTrial>> byImage) {
    List<DomContent> parts = new ArrayList<>();
    parts.add(
        p(
            "Gain is the PSNR of the denoised image less that of the noisy one. Means are over the images"
                + " that every method has denoised at that σ."));
    Table table = new Table("Mean gain over the images, in dB.").column("method");
    sigmas.forEach(sigma -> table.numbers("σ = " + Words.plain(sigma)));
    for (DenoisingMethod method : methods) {
      table.row().cell(method.label());
      for (double sigma : sigmas) {
        List<DenoisingTrial> whole = whole(byImage, sigma);
        double gain = meanGain(whole, method, sigma);
        boolean best = methods.stream().noneMatch(m -> meanGain(whole, m, sigma) > gain);
        add(table, best && !whole.isEmpty(), number(PSNR, gain));
      }
    }
    parts.add(table.html());
    if (sigmas.size() > 1) {
      List<DomContent> charts = new ArrayList<>();
      byImage.forEach((image, some) -> charts.add(chart(image, some)));
      parts.add(Figure.grid(charts));
    }
    return parts;
  }

  /** The trials of images that have all methods at {@code sigma}. */
  private List<DenoisingTrial> whole(Map<String, List<DenoisingTrial>> byImage, double sigma) {
    return byImage.values().stream()
        .filter(some -> methods.stream().allMatch(m -> of(some, m, sigma).isPresent()))
        .flatMap(List::stream)
        .toList();
  }

  private static double meanGain(List<DenoisingTrial> some, DenoisingMethod method, double sigma) {
    return some.stream()
        .filter(t -> t.setting().method() == method && t.setting().sigma() == sigma)
        .mapToDouble(t -> t.psnr() - t.noisyPsnr())
        .average()
        .orElse(Double.NaN);
  }

  private DomContent chart(String image, List<DenoisingTrial> some) {
    String title = image + ": gain against noise";
    LineChart chart = new LineChart(title, "σ", "gain in dB");
    for (DenoisingMethod method : methods) {
      double[] x =
          sigmas.stream()
              .filter(sigma -> of(some, method, sigma).isPresent())
              .mapToDouble(sigma -> sigma)
              .toArray();
      double[] y = new double[x.length];
      for (int i = 0; i < x.length; i++) {
        y[i] = meanGain(some, method, x[i]);
      }
      chart.line(method.slot(), method.label(), x, y);
    }
    return Figure.chart(chart.svg(), title);
  }

  private static Optional<DenoisingTrial> of(
      List<DenoisingTrial> some, DenoisingMethod method, double sigma) {
    return some.stream()
        .filter(t -> t.setting().method() == method && t.setting().sigma() == sigma)
        .findFirst();
  }

  private List<DomContent> image(String name, List<DenoisingTrial> some) throws IOException {
    Plane clean = images.plane(name);
    List<DomContent> parts = new ArrayList<>();
    parts.add(p("%,d × %,d pixels.".formatted(clean.rows(), clean.cols())));
    parts.add(
        table(
            name,
            some,
            new Column(
                "PSNR in dB.",
                PSNR,
                DenoisingTrial::noisyPsnr,
                DenoisingTrial::psnr,
                RecordedDenoising.Entry::psnr)));
    parts.add(
        table(
            name,
            some,
            new Column(
                "Structural similarity (SSIM).",
                "%.3f",
                DenoisingTrial::noisySsim,
                DenoisingTrial::ssim,
                RecordedDenoising.Entry::ssim)));
    parts.add(
        table(
            name,
            some,
            new Column(
                "Mean number of features, or atoms, of an 8×8 patch without its mean. By the paper's"
                    + " settings a patch has at least one.",
                FEATURES,
                null,
                DenoisingTrial::patchFeatures,
                RecordedDenoising.Entry::features)));
    parts.add(
        table(name, some, new Column("Seconds.", "%.1f", null, DenoisingTrial::seconds, null)));
    parts.addAll(details(clean, some));
    return parts;
  }

  private DomContent table(String image, List<DenoisingTrial> some, Column column) {
    Table table = new Table(column.caption()).column("method");
    sigmas.forEach(sigma -> table.numbers("σ = " + Words.plain(sigma)));
    ToDoubleFunction<DenoisingTrial> noisy = column.noisy();
    if (noisy != null) {
      table.row().cell("noisy image");
      for (double sigma : sigmas) {
        table.cell(
            some.stream()
                .filter(t -> t.setting().sigma() == sigma)
                .findFirst()
                .map(t -> number(column.format(), noisy.applyAsDouble(t)))
                .orElse(Words.NONE));
      }
    }
    for (DenoisingMethod method : methods) {
      if (some.stream()
          .filter(t -> t.setting().method() == method)
          .allMatch(t -> Double.isNaN(column.of().applyAsDouble(t)))) {
        continue;
      }
      table.row().cell(method.label());
      for (double sigma : sigmas) {
        double value =
            of(some, method, sigma).map(t -> column.of().applyAsDouble(t)).orElse(Double.NaN);
        boolean best =
            noisy != null
                && !Double.isNaN(value)
                && some.stream()
                    .noneMatch(
                        t -> t.setting().sigma() == sigma && column.of().applyAsDouble(t) > value);
        add(table, best, number(column.format(), value));
      }
    }
    ToDoubleFunction<RecordedDenoising.Entry> figure = column.recorded();
    if (figure != null) {
      recorded(table, image, column.format(), figure);
    }
    return table.html();
  }

  private static void add(Table table, boolean best, String content) {
    if (best) {
      table.best(content);
    } else {
      table.cell(content);
    }
  }

  private void recorded(
      Table table, String image, String format, ToDoubleFunction<RecordedDenoising.Entry> of) {
    for (String method : recorded.methods(image)) {
      List<Double> values =
          sigmas.stream()
              .map(
                  sigma ->
                      recorded.of(image, sigma, method).map(of::applyAsDouble).orElse(Double.NaN))
              .toList();
      if (values.stream().allMatch(value -> value.isNaN())) {
        continue;
      }
      table.row().cell(method + ", recorded");
      values.forEach(value -> table.cell(number(format, value)));
    }
  }

  /** The busiest part of the image, at the largest σ, with and without noise. */
  private List<DomContent> details(Plane clean, List<DenoisingTrial> some) throws IOException {
    double sigma = some.stream().mapToDouble(t -> t.setting().sigma()).max().orElse(Double.NaN);
    List<DenoisingTrial> noisiest =
        some.stream().filter(t -> t.setting().sigma() == sigma).toList();
    ImageDetail detail = ImageDetail.of(clean);
    List<DomContent> tiles = new ArrayList<>();
    tiles.add(Figure.picture(detail.picture(clean), "without noise", "without noise"));
    DenoisingTrial any = noisiest.get(0);
    String noisy = "noisy, %s dB".formatted(number(PSNR, any.noisyPsnr()));
    tiles.add(Figure.picture(detail.picture(any.setting().noisy(clean)), noisy, noisy));
    for (DenoisingTrial trial : noisiest) {
      Optional<Plane> denoised = pictures.read(trial.setting());
      if (denoised.isPresent() && denoised.get().isSizeOf(clean)) {
        String caption =
            "%s, %s dB".formatted(trial.setting().method().label(), number(PSNR, trial.psnr()));
        tiles.add(Figure.picture(detail.picture(denoised.get()), caption, caption));
      }
    }
    return List.of(
        p(
            "%d × %d pixels at σ = %s, from row %d and column %d on:"
                .formatted(
                    detail.height(),
                    detail.width(),
                    Words.plain(sigma),
                    detail.top() + 1,
                    detail.left() + 1)),
        Figure.tiles(tiles));
  }

  private List<DomContent> provenance(BackendInfo backend, String command, String software) {
    Facts facts =
        new Facts()
            .code("command", command)
            .fact("software", software + ", Java " + System.getProperty("java.version"))
            .fact(
                "backend",
                "%s on %s, threads: %d"
                    .formatted(backend.name(), backend.device(), backend.threads()))
            .fact("machine", MachineLoad.now().words())
            .fact("recorded figures", recorded.source());
    for (DenoisingMethod method : methods) {
      method.command().ifPresent(line -> facts.code(method.label(), line));
    }
    return List.of(
        facts.html(),
        p(
            "K-SVD: 256 atoms of 8×8 pixels from cosines, 10 iterations on at most 65,536 patches without"
                + " their mean, error target (1.15 σ)² a pixel, the noisy pixel weighted 30/σ. Total"
                + " variation: the residual has variance σ². Noise is neither rounded nor clipped;"
                + " lfm add-noise adds the same. PSNR is of the values before they are rounded. Seconds"
                + " are wall clock of learning and denoising; the first method of a run also waits for"
                + " Java to compile it. Every run is in errors.tsv in the same folder; a repeated run"
                + " skips those that it holds."));
  }

  private static String number(String format, double value) {
    return Double.isNaN(value) ? Words.NONE : String.format(Locale.ROOT, format, value);
  }
}
