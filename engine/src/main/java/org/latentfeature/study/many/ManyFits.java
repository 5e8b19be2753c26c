package org.latentfeature.study.many;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.data.DataException;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.ModelKind;

/**
 * Fits many problems at once into one folder: {@code NAME.lfm} for each, {@code results.tsv} with a
 * line for each in their order, and {@code stability.tsv} where one data set was fitted more than
 * once with one K ({@link Stability}).
 *
 * <p>Each worker is one thread with its own backend. A fit begins when its data and working memory
 * fit into the memory limit; data that several problems share are read once. A fit gives the same
 * bits as alone. Fits of the same data follow one another. A failed problem is reported, and the
 * others continue. An interrupted or killed run can be started again and resumes: complete models
 * of the same data and options are kept. A stopped run lists the problems of earlier runs as done,
 * and does not change the table of stability.
 */
public final class ManyFits {

  private final ManyOptions options;

  /** A run with these options. */
  public ManyFits(ManyOptions options) {
    this.options = options;
  }

  /**
   * The result of a run.
   *
   * @param outcomes one for each problem, in their order
   * @param seconds wall-clock time
   */
  public record Summary(List<Outcome> outcomes, double seconds) {

    /** How many problems went so. */
    public int count(Outcome.Status status) {
      return (int) outcomes.stream().filter(o -> o.status() == status).count();
    }
  }

  /**
   * Fits all problems that the folder has no model of yet.
   *
   * @param problems no two with the same name, as {@link ProblemList} gives them
   * @param folder made if it is not there; held by this run alone until it ends
   * @throws DataException if the folder or its tables cannot be written, or another run holds it
   * @throws org.latentfeature.backend.BackendUnavailableException if no backend can be opened
   */
  public Summary run(List<Problem> problems, Path folder, ManyFitsListener listener)
      throws IOException {
    requireDifferentNames(problems);
    long start = System.nanoTime();
    try (RunFolder held = RunFolder.open(folder)) {
      Run run = new Run(List.copyOf(problems), held, listener);
      run.all();
      return new Summary(List.of(run.outcomes), (System.nanoTime() - start) * 1e-9);
    }
  }

  private static void requireDifferentNames(List<Problem> problems) {
    Map<String, Problem> names = new HashMap<>();
    for (Problem problem : problems) {
      if (names.put(problem.name(), problem) != null) {
        throw new IllegalArgumentException("two problems are named " + problem.name());
      }
    }
  }

  /** One run, shared by its workers. */
  private final class Run {

    private static final long TABLE_INTERVAL_NANOS = 2_000_000_000L;

    private final List<Problem> problems;
    private final RunFolder folder;
    private final ManyFitsListener listener;
    private final Outcome[] outcomes;
    private final WorkOrder order;
    private final ModelWriter writer = new ModelWriter();
    private @Nullable DataPool pool;
    private @Nullable Throwable fault;
    private int over;
    private volatile boolean interrupted;
    private boolean earlierShown;
    private long tableWritten = System.nanoTime();

    Run(List<Problem> problems, RunFolder folder, ManyFitsListener listener) {
      this.problems = problems;
      this.folder = folder;
      this.listener = listener;
      order = new WorkOrder(problems);
      outcomes = new Outcome[problems.size()];
      Arrays.fill(outcomes, Outcome.WAITING);
    }

    void all() {
      List<Thread> workers = new ArrayList<>();
      for (int j = 0; j < Math.min(options.jobs(), problems.size()); j++) {
        Thread worker = new Thread(this::work, "fit " + (j + 1));
        worker.start();
        workers.add(worker);
      }
      workers.forEach(this::join);
      writer.close();
      writeTable();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      rethrow();
      if (over == problems.size()) {
        Stability.write(problems, outcomes, folder, options.similarity());
      }
    }

    /**
     * To leave before the workers have ended would leave the folder to another run: an interruption
     * stops their fits.
     */
    private void join(Thread worker) {
      boolean joined = false;
      while (!joined) {
        try {
          worker.join();
          joined = true;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }

    private synchronized void rethrow() {
      if (fault instanceof Error e) {
        throw e;
      }
      if (fault instanceof RuntimeException e) {
        throw e;
      }
    }

    private void work() {
      try (Backend backend = options.backends().get()) {
        DataPool data = pool(backend);
        BackendInfo info = backend.info();
        try (SharedRows shared = new SharedRows(backend, options.jobs())) {
          int i = take(null);
          while (i >= 0) {
            Problem problem = problems.get(i);
            one(i, shared, info, data);
            int next = take(problem.data());
            shared.keepFor(next < 0 ? null : problems.get(next));
            data.finished(problem);
            writeTableNowAndThen();
            i = next;
          }
        }
      } catch (RuntimeException | Error e) {
        // Not a problem's affair: no backend, or a folder that takes no table. It ends the run.
        end(e);
      }
    }

    private synchronized void end(Throwable e) {
      if (fault == null) {
        fault = e;
      } else if (fault != e) {
        fault.addSuppressed(e);
      }
    }

    private synchronized DataPool pool(Backend backend) {
      if (pool == null) {
        MemoryBudget budget = MemoryBudget.of(backend, options.memory());
        pool = new DataPool(problems, options.reading(), budget);
      }
      return pool;
    }

    /** The next problem's number; −1 if there is none or the run is to end. */
    private synchronized int take(@Nullable Path last) {
      return fault == null && !interrupted && listener.goOn() ? order.take(last) : -1;
    }

    private void one(int i, SharedRows shared, BackendInfo info, DataPool data) {
      Problem problem = problems.get(i);
      try {
        EarlierModel earlier = EarlierModel.in(folder.model(problem), kind(problem));
        String again = earlier == null ? null : difference(problem, earlier, data);
        if (earlier != null && earlier.manifest() != null && again == null) {
          Outcome.Fit fit = Outcome.Fit.of(earlier.manifest());
          report(i, new Outcome(Outcome.Status.KEPT, fit, null, null));
        } else {
          if (again != null) {
            begin(i, again);
          }
          fit(i, again, shared, info, data);
        }
      } catch (IOException | RuntimeException | OutOfMemoryError e) {
        report(i, Outcome.failed(e));
      }
    }

    private @Nullable String difference(Problem problem, EarlierModel earlier, DataPool data)
        throws IOException {
      long copy = problem.resample() == 0 ? 0 : data.shape(problem).bytes();
      try (DataPool.Lease lease = data.lease(problem, new MemoryBudget(copy, 0))) {
        return earlier.difference(problem.options(), DrawnRows.of(problem, lease.data()).about());
      }
    }

    private void fit(
        int i, @Nullable String again, SharedRows shared, BackendInfo info, DataPool data)
        throws IOException {
      Problem problem = problems.get(i);
      MemoryBudget need =
          data.budget()
              .need(
                  shared.backend(), data.shape(problem), problem.request(), problem.resample() > 0);
      try (DataPool.Lease lease = data.lease(problem, need)) {
        DrawnRows rows = shared.of(problem, lease.data());
        Model model;
        try {
          model = model(problem, shared.loaded(), rows, info);
        } finally {
          shared.done();
        }
        if (model == null) {
          return; // Half a fit is none: the next run makes it whole.
        }
        Outcome.Fit fit = Outcome.Fit.of(model.manifest());
        writer.write(
            folder.model(problem),
            model,
            failure ->
                report(
                    i,
                    failure == null
                        ? new Outcome(Outcome.Status.FITTED, fit, null, again)
                        : Outcome.failed(failure)));
      }
    }

    /** Null if the run is to end. */
    private @Nullable Model model(
        Problem problem, LoadedData loaded, DrawnRows data, BackendInfo info) {
      var fitted =
          problem
              .request()
              .withListener(FitListener.SILENT.until(() -> interrupted || !listener.goOn()))
              .fit(loaded);
      if (fitted.ended() == Ending.STOPPED) {
        return null;
      }
      if (!Double.isFinite(fitted.rmse())) {
        throw new DataException(
            "the values are too extreme for single precision; scale them to about 1");
      }
      return fitted.model(new Provenance(options.software(), info, data.about()));
    }

    private synchronized void begin(int i, String again) {
      outcomes[i] = Outcome.begun(again);
    }

    private synchronized void report(int i, Outcome outcome) {
      outcomes[i] = outcome;
      over++;
      listener.onOutcome(problems.get(i), outcome);
    }

    private void writeTableNowAndThen() {
      synchronized (this) {
        if (System.nanoTime() - tableWritten < TABLE_INTERVAL_NANOS) {
          return;
        }
        tableWritten = System.nanoTime();
      }
      writeTable();
    }

    /** The other workers do not wait for the disk. */
    private void writeTable() {
      Outcome[] now;
      synchronized (this) {
        showEarlier();
        now = outcomes.clone();
      }
      ResultsTable.write(folder.results(), problems, now, options.wording());
    }

    /**
     * No table may show as undone what an earlier run has done. That is looked up once, before the
     * first table; a run that is over sooner needs no look.
     */
    private void showEarlier() {
      for (int i = 0; i < outcomes.length && !earlierShown; i++) {
        if (outcomes[i].equals(Outcome.WAITING)) {
          outcomes[i] = earlier(problems.get(i));
        }
      }
      earlierShown = true;
    }

    private Outcome earlier(Problem problem) {
      EarlierModel model = EarlierModel.glance(folder.model(problem), kind(problem));
      if (model == null || model.manifest() == null) {
        return Outcome.WAITING;
      }
      Map<String, String> preparation =
          FittedData.preparation(options.reading(), problem.resample());
      return model.difference(problem.options(), preparation) == null
          ? new Outcome(Outcome.Status.KEPT, Outcome.Fit.of(model.manifest()), null, null)
          : Outcome.WAITING;
    }
  }

  private static ModelKind<?> kind(Problem problem) {
    return problem.request().estimator().kind();
  }
}
