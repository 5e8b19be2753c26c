package org.latentfeature.evidence.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.backend.OutOfBackendMemoryException;
import org.latentfeature.data.DataException;
import org.latentfeature.evidence.MachineLoad;
import org.latentfeature.evidence.TimeLeft;
import org.latentfeature.evidence.TrialListener;
import org.latentfeature.report.chart.Fonts;

/**
 * Runs the methods over the data sets, keeps what each run came to, and writes tables and page.
 * Started again on the same folder it runs only what is missing or was run on other data, with
 * other options or on another backend.
 */
public final class Reproduction {

  private static final String RESULTS = "results.tsv";
  private static final String MODELS = "models";
  private static final String PAGE = "index.html";

  private final Request request;
  private final RecordedFigures recorded;
  private final DataFolder folder;
  private final ResultsFile results;
  private final Path models;

  private Reproduction(
      Request request, RecordedFigures recorded, DataFolder folder, ResultsFile results) {
    this.request = request;
    this.recorded = recorded;
    this.folder = folder;
    this.results = results;
    models = request.output().resolve(MODELS);
  }

  /**
   * Reads the data, the record and what earlier runs left in the output folder.
   *
   * @throws IllegalArgumentException if a data set is asked for that there is not
   * @throws DataException if there is no data folder or nothing to show in it, if a table cannot be
   *     read, or the output folder cannot be made; the message says where and why
   * @throws org.latentfeature.report.chart.MissingFontsException if this machine cannot draw charts
   * @throws IOException if a device fails while reading
   */
  public static Reproduction prepare(Request request) throws IOException {
    RecordedFigures recorded = recorded(request);
    DataFolder folder = folder(request);
    Files.createDirectories(request.output().resolve(MODELS));
    return new Reproduction(
        request, recorded, folder, new ResultsFile(request.output().resolve(RESULTS)));
  }

  /** Other methods' figures, as far as the request names a table of them. */
  static RecordedFigures recorded(Request request) throws IOException {
    return request.recorded() == null
        ? RecordedFigures.NONE
        : RecordedFigures.read(request.recorded());
  }

  /** The data, at least one set or fault, once the page can be drawn and its folder is there. */
  static DataFolder folder(Request request) throws IOException {
    Fonts.require();
    DataFolder folder = DataFolder.read(request.data(), request.experiment(), request.selection());
    if (folder.sets().isEmpty() && folder.faults().isEmpty()) {
      throw new DataException(
          "there is no data set for %s in %s; it looks for .npy files, such as %s"
              .formatted(
                  request.experiment().word(),
                  request.data(),
                  "tabletop_u8_x255.npy or yeast.npy"));
    }
    if (Files.exists(request.output()) && !Files.isDirectory(request.output())) {
      throw new DataException(request.output() + " is a file, and not a directory to write into");
    }
    Files.createDirectories(request.output());
    return folder;
  }

  /**
   * How it went.
   *
   * @param page the page
   * @param dataSets data sets on the page
   * @param run trials run this time
   * @param kept trials whose results were there
   * @param compared pairs of data set and K with a recorded RMSE-noisy
   * @param lowest on how many of them no record is below the path
   * @param faults what could not be used
   * @param complete whether nothing is left to run
   */
  public record Summary(
      Path page,
      int dataSets,
      int run,
      int kept,
      int compared,
      int lowest,
      List<Fault> faults,
      boolean complete) {}

  /**
   * Runs what is missing, until done or {@code stop} says so, and writes the page of what is there.
   */
  public Summary run(Backend backend, BooleanSupplier stop, TrialListener progress)
      throws IOException {
    BackendInfo info = backend.info();
    MachineLoad machine = MachineLoad.now();
    List<Fault> faults = new ArrayList<>(folder.faults());
    List<String> refusals = new ArrayList<>();
    faults.forEach(fault -> progress.note(fault.dataSet() + " is left out: " + fault.message()));
    List<Trial> plan = Plan.of(sets(progress), request.experiment(), request.selection());
    List<Trial> toDo = new ArrayList<>();
    for (Trial trial : plan) {
      if (!isDone(trial, info)) {
        toDo.add(trial);
      }
    }
    int kept = plan.size() - toDo.size();
    if (kept > 0) {
      progress.note("%d of %d runs are done already".formatted(kept, plan.size()));
    }
    int run = 0;
    boolean stopped = false;
    TimeLeft timeLeft = new TimeLeft(toDo.stream().mapToDouble(Trial::expectedSeconds).sum());
    Set<String> failed = new HashSet<>();
    TrialRun runner = new TrialRun(backend, request.software(), stop, progress);
    for (int i = 0; i < toDo.size() && !stopped; i++) {
      Trial trial = toDo.get(i);
      if (failed.contains(trial.data().name())) {
        timeLeft.skipped(trial.expectedSeconds());
        continue;
      }
      progress.trial(i + 1, toDo.size(), words(trial), timeLeft.seconds());
      long start = System.nanoTime();
      try {
        TrialRun.Done done = runner.run(trial);
        stopped = done.stopped();
        keep(trial, done, info);
        run += stopped ? 0 : 1;
      } catch (IllegalArgumentException | DataException | OutOfBackendMemoryException e) {
        if (trial.approach().contender().isPresent()) {
          String refusal = words(trial) + ": " + e.getMessage();
          refusals.add(refusal);
          progress.note(refusal);
          timeLeft.skipped(trial.expectedSeconds());
          continue;
        }
        Fault fault = new Fault(trial.data().name(), words(trial) + ": " + e.getMessage());
        faults.add(fault);
        failed.add(fault.dataSet());
        progress.note(fault.message() + "; the rest of " + fault.dataSet() + " is left out");
      }
      timeLeft.done(trial.expectedSeconds(), (System.nanoTime() - start) / 1e9);
      stopped |= stop.getAsBoolean();
    }
    List<Findings> findings = findings(plan, info);
    FigureTables.write(request.output(), findings, recorded);
    Path page = request.output().resolve(PAGE);
    boolean complete = kept + run + refusals.size() == plan.size();
    new ReproductionPage(request, recorded, findings, found(plan, info), faults, refusals, complete)
        .page(info, machine)
        .write(page);
    List<RecordedComparison> noisy =
        findings.stream().map(f -> RecordedComparison.of(f, recorded, Metric.RMSE_NOISY)).toList();
    return new Summary(
        page,
        findings.size(),
        run,
        kept,
        noisy.stream().mapToInt(c -> c.lines().size()).sum(),
        noisy.stream().mapToInt(RecordedComparison::lowest).sum(),
        List.copyOf(faults),
        complete);
  }

  private static String words(Trial trial) {
    return "%s, %s, %s %d, seed %d"
        .formatted(
            trial.data().name(),
            trial.approach().label(),
            trial.approach().everyK() ? "K = 1 …" : "K =",
            trial.k(),
            trial.seed());
  }

  /**
   * Returns whether the model of a trial is kept: that of the run with the first seed at the shown
   * K.
   */
  private boolean keepsModel(Trial trial) {
    boolean single = trial.approach() == Approach.FIT || trial.approach() == Approach.PAPER_FIT;
    return single && trial.seed() == request.selection().seeds().get(0);
  }

  private boolean isDone(Trial trial, BackendInfo info) throws IOException {
    String fingerprint = trial.fingerprint(info, request.software());
    return !results.of(fingerprint).isEmpty()
        && (!keepsModel(trial) || FoundModel.read(models, fingerprint).isPresent());
  }

  private void keep(Trial trial, TrialRun.Done done, BackendInfo info) {
    if (keepsModel(trial)) {
      done.found()
          .ifPresent(model -> model.write(models, trial.fingerprint(info, request.software())));
    }
    if (!done.outcomes().isEmpty()) {
      results.add(done.outcomes());
    }
  }

  private List<Findings> findings(List<Trial> plan, BackendInfo info) {
    Map<DataSet, List<TrialOutcome>> outcomes = new LinkedHashMap<>();
    for (Trial trial : plan) {
      outcomes
          .computeIfAbsent(trial.data(), data -> new ArrayList<>())
          .addAll(outcomes(trial.fingerprint(info, request.software())));
    }
    return outcomes.entrySet().stream()
        .filter(e -> !e.getValue().isEmpty())
        .map(e -> new Findings(e.getKey(), e.getValue()))
        .toList();
  }

  /** Returns the outcomes of a complete run or, if there is none, of one that was stopped. */
  private List<TrialOutcome> outcomes(String fingerprint) {
    List<TrialOutcome> done = results.of(fingerprint);
    return done.isEmpty() ? results.of(Trial.unfinished(fingerprint)) : done;
  }

  /** The data with the K that are wanted, as far as they have rows for them. */
  private List<DataSet> sets(TrialListener progress) {
    List<Integer> wanted = request.selection().features();
    for (DataSet data : folder.sets()) {
      int rows = data.x().rows();
      if (!wanted.isEmpty() && Collections.max(wanted) > rows) {
        progress.note(
            "%s has %,d rows, and no model of it more features: K = %,d becomes %,d"
                .formatted(data.name(), rows, Collections.max(wanted), rows));
      }
    }
    return folder.sets().stream().map(data -> data.withFeatures(wanted)).toList();
  }

  private FoundModels found(List<Trial> plan, BackendInfo info) throws IOException {
    FoundModels found = new FoundModels();
    for (Trial trial : plan) {
      if (keepsModel(trial)) {
        FoundModel.read(models, trial.fingerprint(info, request.software()))
            .ifPresent(model -> found.put(trial, model));
      }
    }
    return found;
  }
}
