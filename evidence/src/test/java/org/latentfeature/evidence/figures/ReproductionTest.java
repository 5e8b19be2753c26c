package org.latentfeature.evidence.figures;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.data.Matrix;
import org.latentfeature.evidence.TabTable;
import org.latentfeature.evidence.TrialListener;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.io.NpyWriter;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

@Tag("whole")
class ReproductionTest {

  @TempDir Path folder;

  /** Hears everything, and has it stop when so many trials have begun. */
  private static final class Heard implements TrialListener {
    final List<String> notes = new ArrayList<>();
    final List<String> trials = new ArrayList<>();
    final int most;
    int mostSteps = Integer.MAX_VALUE;
    int steps;

    Heard(int most) {
      this.most = most;
    }

    @Override
    public void note(String line) {
      notes.add(line);
    }

    @Override
    public void trial(int number, int of, String what, double secondsLeft) {
      assertTrue(secondsLeft >= 0, () -> secondsLeft + " s left");
      trials.add(what);
    }

    @Override
    public void step(FitEvent event) {
      steps++;
    }

    @Override
    public void onWork(String work, long done, long of) {}

    boolean enough() {
      return trials.size() >= most || steps >= mostSteps;
    }
  }

  private Request request(Experiment experiment, Path data, String output) {
    return request(experiment, data, output, null, "lfm test");
  }

  private Request request(Experiment experiment, Path data, Selection selection) {
    return new Request(
        experiment, data, folder.resolve("out"), null, selection, "lfm reproduce …", "lfm test");
  }

  private Request request(
      Experiment experiment, Path data, String output, @Nullable Path recorded, String software) {
    return new Request(
        experiment,
        data,
        folder.resolve(output),
        recorded,
        Selection.ALL.withSeeds(Selection.seeds(2)),
        "lfm reproduce …",
        software);
  }

  private static Reproduction.Summary run(Request request, Heard heard) throws IOException {
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT)) {
      return Reproduction.prepare(request).run(backend, heard::enough, heard);
    }
  }

  private static Reproduction.Summary run(Request request) throws IOException {
    return run(request, new Heard(Integer.MAX_VALUE));
  }

  /** All but the seconds, which no two runs share. */
  private List<String> results(String output) throws IOException {
    try (Stream<String> lines = Files.lines(folder.resolve(output).resolve("results.tsv"))) {
      return lines.map(line -> line.substring(0, line.lastIndexOf('\t'))).sorted().toList();
    }
  }

  private static Document page(Path page) throws Exception {
    String html = Files.readString(page);
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(html)));
  }

  private static List<Element> elements(Document document, String name) {
    var found = document.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }

  @Test
  void syntheticDataComeWithAllThreeErrors() throws Exception {
    Path data = SmallData.synthetic(folder.resolve("data"), 16);
    Reproduction.Summary summary = run(request(Experiment.FIGURE2, data, "out"));
    assertTrue(summary.complete());
    assertEquals(4, summary.dataSets());
    assertEquals(List.of(), summary.faults());
    Document page = page(summary.page());
    for (Element element : elements(page, "*")) {
      for (String name : List.of("src", "href", "xlink:href", "srcset")) {
        String address = element.getAttribute(name);
        assertTrue(
            address.isEmpty() || address.startsWith("data:") || address.startsWith("#"), address);
      }
    }
    assertEquals(1, elements(page, "script").size());
    assertEquals(4 * 3, elements(page, "svg").size(), "three charts a data set");
    assertTrue(elements(page, "h2").stream().anyMatch(h -> h.getTextContent().equals("Syn3")));

    TabTable figures = TabTable.read(folder.resolve("out/figures.tsv"), "dataset", "K");
    double exact =
        figures.rows().stream()
            .filter(row -> row.text("dataset").equals("Syn0"))
            .filter(row -> row.text("metric").equals("hamming"))
            .filter(row -> row.text("method").equals("path") && row.whole("K", 1) == 2)
            .mapToDouble(row -> row.number("median"))
            .findFirst()
            .orElseThrow();
    assertEquals(0, exact);
    assertEquals(
        2,
        figures.rows().stream()
            .filter(row -> row.text("method").equals("fit"))
            .mapToInt(row -> row.whole("count", 1))
            .max()
            .orElseThrow(),
        "runs with both seeds");
  }

  @Test
  void realDataHaveTheErrorToTheDataAndTheFloor() throws Exception {
    Path data = SmallData.real(folder.resolve("data"), "yeast.npy", 14);
    SmallData.real(data, "Own.npy", 12);
    SmallData.synthetic(data, 12);
    Reproduction.Summary summary = run(request(Experiment.FIGURE3, data, "out"));
    assertEquals(2, summary.dataSets());
    Document page = page(summary.page());
    assertEquals(2, elements(page, "svg").size());
    TabTable figures = TabTable.read(folder.resolve("out/figures.tsv"), "dataset");
    List<String> metrics =
        figures.rows().stream().map(row -> row.text("metric")).distinct().toList();
    assertEquals(List.of("rmse_noisy"), metrics);
    for (int k = 1; k <= 12; k++) {
      double floor = value(figures, "Own", "SVD bound", k);
      assertTrue(value(figures, "Own", "path", k) >= floor * (1 - 1e-5), "K " + k);
      assertTrue(floor > 0 || k >= 9, "K " + k);
    }
  }

  private static double value(TabTable figures, String dataSet, String method, int k) {
    return figures.rows().stream()
        .filter(row -> row.text("dataset").equals(dataSet))
        .filter(row -> row.text("method").equals(method) && row.whole("K", 1) == k)
        .mapToDouble(row -> row.number("best"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void stoppedItGoesOnWhereItStopped() throws Exception {
    Path data = SmallData.real(folder.resolve("data"), "Own.npy", 12);
    Reproduction.Summary whole = run(request(Experiment.FIGURE3, data, "whole"));
    assertTrue(whole.complete());

    Heard first = new Heard(4);
    Reproduction.Summary stopped = run(request(Experiment.FIGURE3, data, "parts"), first);
    assertFalse(stopped.complete());
    assertTrue(Files.readString(stopped.page()).contains("Not all runs are done"));
    // The fourth was begun, and left when its first step asked.
    assertEquals(4, first.trials.size());
    assertEquals(3, stopped.run());

    Heard second = new Heard(Integer.MAX_VALUE);
    Reproduction.Summary rest = run(request(Experiment.FIGURE3, data, "parts"), second);
    assertTrue(rest.complete());
    assertEquals(3, rest.kept());
    assertEquals(whole.run(), rest.run() + rest.kept());
    List<String> done = first.trials.subList(0, 3);
    assertTrue(second.trials.stream().noneMatch(done::contains), second.trials::toString);
    assertEquals(second.trials.size(), new HashSet<>(second.trials).size());
    assertEquals(results("whole"), results("parts"));

    Heard third = new Heard(Integer.MAX_VALUE);
    Path tables = folder.resolve("parts/figures.tsv");
    byte[] before = Files.readAllBytes(tables);
    assertEquals(0, run(request(Experiment.FIGURE3, data, "parts"), third).run());
    assertEquals(List.of(), third.trials);
    assertArrayEquals(before, Files.readAllBytes(tables));
  }

  /** What a stopped path has done is shown, and gives way to the whole one. */
  @Test
  void theFinishedKOfAStoppedPathAreKept() throws Exception {
    Path data = SmallData.real(folder.resolve("data"), "Own.npy", 12);
    Selection paths = Selection.ALL.withMethods(List.of("path")).withSeeds(List.of(4L));
    Heard heard = new Heard(Integer.MAX_VALUE);
    heard.mostSteps = 4;
    Reproduction.Summary stopped = run(request(Experiment.FIGURE3, data, paths), heard);
    assertFalse(stopped.complete());
    assertEquals(0, stopped.run());
    assertEquals(1, stopped.dataSets());
    TabTable figures = TabTable.read(folder.resolve("out/figures.tsv"), "dataset");
    List<Integer> done = pathK(figures);
    assertTrue(!done.isEmpty() && done.size() < 12, done::toString);

    Reproduction.Summary whole = run(request(Experiment.FIGURE3, data, paths));
    assertTrue(whole.complete());
    assertEquals(1, whole.run());
    figures = TabTable.read(folder.resolve("out/figures.tsv"), "dataset");
    assertEquals(12, pathK(figures).size());
    assertTrue(results("out").stream().noneMatch(line -> line.contains("unfinished")));
  }

  private static List<Integer> pathK(TabTable figures) {
    return figures.rows().stream()
        .filter(row -> row.text("method").equals("path"))
        .map(row -> row.whole("K", 1))
        .toList();
  }

  @Test
  void onlyWhatIsAskedForRuns() throws Exception {
    Path data = SmallData.real(folder.resolve("data"), "Own.npy", 12);
    SmallData.real(data, "Other.npy", 11);
    Selection some =
        Selection.ALL
            .withDataSets(List.of("own"))
            .withMethods(List.of("lasso", "path"))
            .withFeatures(List.of(2, 40, 3))
            .withSeeds(List.of(7L));
    Heard heard = new Heard(Integer.MAX_VALUE);
    run(request(Experiment.FIGURE3, data, some), heard);
    assertEquals(
        List.of(
            "Own, path (this engine), K = 1 … 12, seed 7",
            "Own, lasso (this engine), K = 2, seed 7",
            "Own, lasso (this engine), K = 3, seed 7",
            "Own, lasso (this engine), K = 12, seed 7"),
        heard.trials);
    assertEquals(
        List.of("Own has 12 rows, and no model of it more features: K = 40 becomes 12"),
        heard.notes);
  }

  @Test
  void whatThereIsNotIsNamedWithWhatThereIs() throws Exception {
    Path data = SmallData.real(folder.resolve("data"), "Own.npy", 12);
    Request none = request(Experiment.FIGURE3, data, Selection.ALL.withDataSets(List.of("yeast")));
    assertEquals(
        "there is no data set named yeast; there are Own",
        assertThrows(IllegalArgumentException.class, () -> Reproduction.prepare(none))
            .getMessage());
    List<String> methods = List.of("nmf");
    String message =
        String.valueOf(
            assertThrows(IllegalArgumentException.class, () -> Selection.ALL.withMethods(methods))
                .getMessage());
    assertTrue(
        message.startsWith(
            "there is no method named nmf; there are path, lasso, paper, fit, paper-fit,"),
        message);
    assertTrue(message.contains("at equal time lasso, path, verified"), message);
  }

  /** A limit ends each run, not all of them, and a run that it ended is done. */
  @Test
  void aTimeLimitIsForEachRun() throws Exception {
    Path data = SmallData.real(folder.resolve("data"), "Own.npy", 12);
    Selection hasty = Selection.ALL.withTimeLimit(Duration.ofNanos(1));
    Heard heard = new Heard(Integer.MAX_VALUE);
    Reproduction.Summary summary = run(request(Experiment.FIGURE3, data, hasty), heard);
    assertEquals(heard.trials.size(), summary.run());
    assertTrue(
        heard.notes.stream().anyMatch(note -> note.startsWith("stopped by the time limit")),
        heard.notes::toString);
  }

  @Test
  void otherDataAreRunAgainAndOnlyThey() throws Exception {
    Path data = SmallData.real(folder.resolve("data"), "A.npy", 12);
    SmallData.real(data, "B.npy", 11);
    Reproduction.Summary first = run(request(Experiment.FIGURE3, data, "out"));
    SmallData.real(data, "B.npy", 10);
    Heard heard = new Heard(Integer.MAX_VALUE);
    Reproduction.Summary second = run(request(Experiment.FIGURE3, data, "out"), heard);
    assertTrue(second.complete());
    assertTrue(second.run() > 0 && second.run() < first.run());
    assertTrue(heard.trials.stream().allMatch(t -> t.startsWith("B")), heard.trials::toString);
    long fitsOfB = results("out").stream().filter(line -> line.startsWith("B\tfit\t")).count();
    assertEquals(2, fitsOfB, "one for each seed, those of the old data gone");
  }

  @Test
  void anotherVersionOfTheSoftwareRunsAllAgain() throws Exception {
    Path data = SmallData.real(folder.resolve("data"), "A.npy", 8);
    Reproduction.Summary first = run(request(Experiment.TABLE_TIMES, onlyReal(data), "out"));
    Reproduction.Summary other =
        run(request(Experiment.TABLE_TIMES, data, "out", null, "lfm other"));
    assertEquals(first.run(), other.run());
  }

  /** The synthetic ones are there, and small, so that none is generated. */
  private static Path onlyReal(Path data) throws IOException {
    return SmallData.synthetic(data, 8);
  }

  @Test
  void aModelThatIsGoneIsFittedAgain() throws Exception {
    Path data = SmallData.real(folder.resolve("data"), "A.npy", 12);
    run(request(Experiment.FIGURE3, data, "out"));
    try (Stream<Path> models = Files.list(folder.resolve("out/models"))) {
      for (Path model : models.filter(m -> m.toString().endsWith("-W.npy")).toList()) {
        Files.delete(model);
      }
    }
    Heard heard = new Heard(Integer.MAX_VALUE);
    run(request(Experiment.FIGURE3, data, "out"), heard);
    assertEquals(2, heard.trials.size(), heard.trials::toString);
    assertTrue(heard.trials.get(0).contains("default fit"));
  }

  @Test
  void aDamagedFileIsToldAndTheRestGoesOn() throws Exception {
    Path data = SmallData.real(folder.resolve("data"), "Good.npy", 10);
    SmallData.real(data, "tabletop_u8_x255.npy", 10);
    byte[] bytes = Files.readAllBytes(data.resolve("tabletop_u8_x255.npy"));
    byte[] nan = {0, 0, (byte) 0xc0, 0x7f};
    System.arraycopy(nan, 0, bytes, bytes.length - nan.length, nan.length);
    Files.write(data.resolve("tabletop_u8_x255.npy"), bytes);
    Heard heard = new Heard(Integer.MAX_VALUE);
    Reproduction.Summary summary = run(request(Experiment.FIGURE3, data, "out"), heard);
    assertEquals(1, summary.dataSets());
    assertEquals(1, summary.faults().size());
    assertEquals("tabletop", summary.faults().get(0).dataSet());
    String message = summary.faults().get(0).message();
    assertTrue(message.contains("row 10, column 9") && message.contains("NaN"), message);
    assertTrue(heard.notes.stream().anyMatch(n -> n.contains(message)), heard.notes::toString);
    assertTrue(page(summary.page()).getDocumentElement().getTextContent().contains(message));
  }

  /** What a fit refuses ends its data set, not the others. */
  @Test
  void dataThatCannotBeFittedAreToldOnce() throws Exception {
    Path data = SmallData.real(folder.resolve("data"), "Good.npy", 10);
    NpyWriter.write(Matrix.allocate(10, 9), data.resolve("A.npy"));
    Reproduction.Summary summary = run(request(Experiment.FIGURE3, data, "out"));
    assertEquals(1, summary.faults().size());
    assertTrue(summary.faults().get(0).message().contains("zero"));
    assertEquals(1, summary.dataSets());
    assertFalse(summary.complete());
  }

  @Test
  void theRecordIsComparedLineByLine() throws Exception {
    Path data = SmallData.real(folder.resolve("data"), "Own.npy", 12);
    Path recorded = folder.resolve("recorded.tsv");
    Files.writeString(
        recorded,
        """
        dataset\tmetric\tmethod\tK\tbest\tmedian\tcount
        Own\trmse_noisy\tGood\t1\t0.001\t0.001\t7
        Own\trmse_noisy\tBad\t1\t90\t90\t20
        Own\trmse_noisy\tBad\t3\t90\t90\t20
        Own\trmse_noisy\tBad\t999\t90\t90\t20
        Other\trmse_noisy\tBad\t2\t0\t0\t20
        """);
    Request request = request(Experiment.FIGURE3, data, "out", recorded, "lfm test");
    Reproduction.Summary summary = run(request);
    assertEquals(2, summary.compared());
    assertEquals(1, summary.lowest());
    TabTable comparison =
        TabTable.read(folder.resolve("out/comparison.tsv"), "K", "lowest", "recorded_method");
    TabTable.Row first = comparison.rows().get(0);
    assertEquals(1, first.whole("K", 1));
    assertEquals("Good", first.text("lowest"));
    assertEquals(7, first.whole("recorded_runs", 1));
    assertEquals(first.number("path_best") / .001, first.number("path_over_recorded"), 1e-6);
    TabTable.Row third = comparison.rows().get(2);
    assertEquals("path", third.text("lowest"));
    assertEquals("Bad", third.text("recorded_method"));
    String page = page(summary.page()).getDocumentElement().getTextContent();
    assertTrue(page.contains("1 (+") && page.contains("Good)"), page);
    assertTrue(page.contains("Bad (recorded)"), page);
    // The table of ours has the layout of the record, and can serve as one.
    assertFalse(
        RecordedFigures.read(folder.resolve("out/figures.tsv"))
            .of("Own", Metric.RMSE_NOISY)
            .isEmpty());
  }

  @Test
  void timesOfEveryMethodAreTakenAtOneK() throws Exception {
    Path data = onlyReal(SmallData.real(folder.resolve("data"), "A.npy", 10));
    Heard heard = new Heard(Integer.MAX_VALUE);
    Reproduction.Summary summary = run(request(Experiment.TABLE_TIMES, data, "out"), heard);
    assertTrue(summary.complete(), "a method that refuses is done");
    assertEquals(5, summary.dataSets());
    TabTable times = TabTable.read(folder.resolve("out/times.tsv"), "dataset", "method");
    String page = page(summary.page()).getDocumentElement().getTextContent();
    for (String name : List.of("A", "Syn0")) {
      List<String> methods =
          times.rows().stream()
              .filter(row -> row.text("dataset").equals(name))
              .map(row -> row.text("method"))
              .toList();
      for (Approach approach : Approach.values()) {
        String refusal = name + ", " + approach.label() + ", K =";
        boolean refused = heard.notes.stream().anyMatch(note -> note.startsWith(refusal));
        assertNotEquals(refused, methods.contains(approach.key()), approach + " of " + methods);
        assertEquals(refused, page.contains(refusal), approach + " of " + name);
      }
    }
    List<String> ofTruth =
        List.of("path", "lasso", "fit", "anneal", "mf-binary", "bp-means", "variational");
    List<String> timed =
        times.rows().stream()
            .filter(row -> row.text("dataset").equals("Syn0") && row.whole("runs", 1) == 2)
            .map(row -> row.text("method"))
            .toList();
    assertTrue(timed.containsAll(ofTruth), timed::toString);
    assertFalse(timed.contains("spectral"), "third moments need more rows");
    assertEquals(0, elements(page(summary.page()), "svg").size());

    Reproduction.Summary again = run(request(Experiment.TABLE_TIMES, data, "out"));
    assertEquals(0, again.run(), "a repeated run has nothing left to do");
    assertTrue(again.complete());
  }

  /** The path of another seed is another run. */
  @Test
  void everythingThatMattersIsInTheFingerprint() throws Exception {
    Path data = SmallData.real(folder.resolve("data"), "A.npy", 10);
    DataSet set = DataFolder.read(data, Experiment.FIGURE3, Selection.ALL).sets().get(0);
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT)) {
      String one = new Trial(set, Approach.PATH, 5, 0, null).fingerprint(backend.info(), "s");
      assertEquals(one, new Trial(set, Approach.PATH, 5, 0, null).fingerprint(backend.info(), "s"));
      assertNotEquals(
          one, new Trial(set, Approach.PATH, 5, 1, null).fingerprint(backend.info(), "s"));
      assertNotEquals(
          one, new Trial(set, Approach.PATH, 6, 0, null).fingerprint(backend.info(), "s"));
      assertNotEquals(
          one, new Trial(set, Approach.FIT, 5, 0, null).fingerprint(backend.info(), "s"));
      assertNotEquals(
          one, new Trial(set, Approach.PATH, 5, 0, null).fingerprint(backend.info(), "t"));
    }
  }
}
