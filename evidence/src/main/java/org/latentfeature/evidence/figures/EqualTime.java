package org.latentfeature.evidence.figures;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.evidence.figures.EqualTimeFit.Setting;
import org.latentfeature.fit.FitListener;

/** A figure's data sets, each method of which has the same seconds on the same backend. */
public final class EqualTime {

  private static final String PAGE = "equal-time.html";
  private static final String TABLE = "equal-time.tsv";
  private static final int HASH = 12;

  private final Request request;
  private final List<Contender> contenders;
  private final RecordedFigures recorded;
  private final DataFolder folder;

  private EqualTime(
      Request request, List<Contender> contenders, RecordedFigures recorded, DataFolder folder) {
    this.request = request;
    this.contenders = List.copyOf(contenders);
    this.recorded = recorded;
    this.folder = folder;
  }

  /**
   * Reads data and record, and makes the output folder.
   *
   * @param request whose selection has a time limit
   * @throws IllegalArgumentException as {@link Reproduction#prepare} does
   * @throws org.latentfeature.data.DataException as {@link Reproduction#prepare} does
   * @throws IOException if a device fails while reading
   */
  public static EqualTime prepare(Request request, List<Contender> contenders) throws IOException {
    RecordedFigures recorded = Reproduction.recorded(request);
    return new EqualTime(request, contenders, recorded, Reproduction.folder(request));
  }

  /** Returns the files that could not be read, with the reasons. */
  public List<Fault> faults() {
    return folder.faults();
  }

  /** Where the page is written. */
  public Path page() {
    return request.output().resolve(PAGE);
  }

  /** Where the table is written. */
  public Path table() {
    return request.output().resolve(TABLE);
  }

  /** All comparisons: of each data set, at each K, each method. */
  public List<Setting> settings(BackendInfo backend) {
    Selection wanted = request.selection();
    Duration limit = Objects.requireNonNull(wanted.timeLimit(), "time limit");
    List<Setting> settings = new ArrayList<>();
    for (DataSet data : folder.sets()) {
      List<Integer> features =
          wanted.features().isEmpty() ? List.of(data.shown()) : wanted.features();
      for (int k : features) {
        for (Contender contender : contenders) {
          settings.add(
              new Setting(
                  data.name(),
                  data.hash().substring(0, HASH),
                  k,
                  contender,
                  limit.toNanos() / 1e9,
                  wanted.seeds().get(0),
                  "%s, %d threads".formatted(backend.name(), backend.threads())));
        }
      }
    }
    return settings;
  }

  /**
   * Runs one method on one data set for its time.
   *
   * @param listener hears of every step, and may stop it
   * @return nothing if the listener stopped it; if the method refuses K, its reason
   */
  public Optional<EqualTimeFit> measure(Backend backend, Setting setting, FitListener listener) {
    DataSet data =
        folder.sets().stream()
            .filter(set -> set.name().equals(setting.dataSet()))
            .findFirst()
            .orElseThrow();
    return Repeats.run(data, setting, backend, request.software(), listener);
  }

  /** Writes the table and the page of what is there, at least one fit. */
  public void write(List<EqualTimeFit> done, BackendInfo backend, boolean complete) {
    List<EqualTimeFits> all = EqualTimeFits.of(done, folder.sets(), recorded);
    EqualTimeTable.write(table(), all);
    new EqualTimePage(request, contenders, all, folder.faults(), complete)
        .page(backend)
        .write(page());
  }
}
