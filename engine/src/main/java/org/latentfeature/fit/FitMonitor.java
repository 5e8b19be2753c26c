package org.latentfeature.fit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.BackendException;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;

/**
 * Records the time by phase and the trace, calls the listener, and signals when to stop: at the
 * listener's request, at the time limit, or when the fit's thread is interrupted, whose flag stays
 * set. For one fit and one thread; only {@link #stop} and {@link #signal} may be called from its
 * other threads.
 */
public final class FitMonitor {

  private final FitListener listener;
  private final LongSupplier nanoTime;
  private final StopSignal interruption = StopSignal.interruption();
  private final long start;
  private final long deadline;
  private final Map<String, Double> seconds = new TreeMap<>();
  private final List<FitEvent> trace = new ArrayList<>();
  private final AtomicReference<@Nullable Ending> ended = new AtomicReference<>();
  private volatile long until;
  private volatile boolean closing;
  private boolean outOfSteps;

  /**
   * Starts the clock.
   *
   * @param limit time after which {@link #stop} returns true; null for none
   */
  public FitMonitor(FitListener listener, @Nullable Duration limit) {
    this(listener, limit, System::nanoTime);
  }

  /**
   * Starts the clock, which {@code nanoTime} reads instead of the system's.
   *
   * @param limit time after which {@link #stop} returns true; null for none
   */
  public FitMonitor(FitListener listener, @Nullable Duration limit, LongSupplier nanoTime) {
    this.listener = listener;
    this.nanoTime = nanoTime;
    start = nanoTime.getAsLong();
    deadline = limit == null ? Long.MAX_VALUE : limit.toNanos();
    until = deadline;
  }

  /** A piece of work. */
  @FunctionalInterface
  public interface Work<T> {
    /** Does it. */
    T run();
  }

  /** Runs {@code work} and adds its time to {@code phase}. */
  public <T> T time(String phase, Work<T> work) {
    long from = nanos();
    try {
      return work.run();
    } finally {
      seconds.merge(phase, (nanos() - from) * 1e-9, Double::sum);
    }
  }

  private long nanos() {
    return nanoTime.getAsLong() - start;
  }

  /**
   * Runs {@code work} for at most a share of the remaining time, if there is a limit.
   *
   * @return whether it finished; if not, the fit still has time for other work
   * @throws StoppedException if the whole fit must stop
   */
  public boolean within(double share, Runnable work) {
    if (deadline < Long.MAX_VALUE) {
      long now = nanos();
      until = now + (long) (share * (deadline - now));
    }
    try {
      work.run();
      return true;
    } catch (StoppedException e) {
      until = deadline;
      if (stop()) {
        throw e;
      }
      return false;
    } finally {
      until = deadline;
    }
  }

  /** Runs the final work of a stopped fit: {@link #signal} is not set during it. */
  public <T> T close(Work<T> work) {
    closing = true;
    try {
      return work.run();
    } finally {
      closing = false;
    }
  }

  /**
   * Runs {@code work}; if it is stopped, {@code save} runs, which no signal stops, and the stop
   * goes on to the caller.
   */
  public void saving(Runnable work, Runnable save) {
    try {
      work.run();
    } catch (StoppedException e) {
      close(
          () -> {
            save.run();
            return e;
          });
      throw e;
    }
  }

  /**
   * Returns the result of {@code work}, or of {@code soFar} if it is stopped, which no signal
   * stops.
   */
  public <T> T orSoFar(Work<T> work, Work<T> soFar) {
    try {
      return work.run();
    } catch (StoppedException e) {
      return close(soFar);
    }
  }

  /**
   * Runs a fit whose best result is kept if its backend fails.
   *
   * @param soFar the result so far, without the failed backend; null if there is none
   * @throws UnfinishedFitException with the result so far
   * @throws BackendException the backend's own, if there is no result so far
   */
  public <R> R keeping(Work<R> fit, Supplier<? extends @Nullable Object> soFar) {
    try {
      return fit.run();
    } catch (BackendException e) {
      ended.set(Ending.FAILED);
      Object found;
      try {
        found = soFar.get();
      } catch (BackendException lost) {
        e.addSuppressed(lost);
        throw e;
      }
      if (found == null) {
        throw e;
      }
      throw new UnfinishedFitException(e, found);
    }
  }

  /** Seconds since the start. */
  public double elapsed() {
    return nanos() * 1e-9;
  }

  /** Wall-clock time by phase, and in {@code total}. */
  public Map<String, Double> seconds() {
    Map<String, Double> all = new TreeMap<>(seconds);
    all.put("total", elapsed());
    return all;
  }

  /** The steps so far. */
  public List<FitEvent> trace() {
    return List.copyOf(trace);
  }

  /**
   * Reports a step, unless the fit is already ending; see {@link FitEvent}.
   *
   * @param stage as of the event
   * @param features as of the event
   * @param objective as of the event
   * @param rmse as of the event
   * @param figures as of the event
   */
  public void step(
      String stage,
      int step,
      int features,
      double objective,
      double rmse,
      Map<String, Double> figures) {
    if (ended.get() != null) {
      return;
    }
    FitEvent event = new FitEvent(stage, step, features, objective, rmse, figures, seconds());
    trace.add(event);
    if (!listener.onStep(event)) {
      end(Ending.STOPPED);
    }
  }

  /**
   * Reports how a search went; see {@link FitListener#onSearch}.
   *
   * @param report as there
   */
  public void searched(SearchReport report) {
    listener.onSearch(report);
  }

  /** Hears fits that are parts of this one: their steps are its own, and it stops them. */
  public FitListener ofParts() {
    return new FitListener() {
      @Override
      public boolean onStep(FitEvent event) {
        step(
            event.stage(),
            event.step(),
            event.features(),
            event.objective(),
            event.rmse(),
            event.figures());
        return !stop();
      }

      @Override
      public void onSearch(SearchReport report) {
        searched(report);
      }

      @Override
      public boolean isStopRequested() {
        return stop();
      }
    };
  }

  /**
   * Returns what stops fits that are parts of this one, whose steps and searches are not reported:
   * their errors are in other units.
   */
  public FitListener ofSilentParts() {
    return new FitListener() {
      @Override
      public boolean onStep(FitEvent event) {
        return !stop();
      }

      @Override
      public boolean isStopRequested() {
        return stop();
      }
    };
  }

  /**
   * Returns whether the fit must stop: by its listener, the time limit, or an interruption of its
   * thread.
   */
  public boolean stop() {
    if (ended.get() != null) {
      return true;
    }
    if (interruption.isSet()) {
      return end(Ending.INTERRUPTED);
    }
    if (listener.isStopRequested()) {
      return end(Ending.STOPPED);
    }
    if (until == Long.MAX_VALUE) {
      return false; // Without a limit, this is asked too often to read the clock.
    }
    long now = nanos();
    return now > deadline ? end(Ending.TIME_LIMIT) : now > until;
  }

  /** The first reason stays. */
  private boolean end(Ending reason) {
    ended.compareAndSet(null, reason);
    return true;
  }

  /** {@link #stop} as a signal for the steps and other threads of the fit. */
  public StopSignal signal() {
    return () -> !closing && stop();
  }

  /** Records that a convex fit reached its step limit; later work continues. */
  public void stepLimit() {
    outOfSteps = true;
  }

  /** Why the fit ended. */
  public Ending ended() {
    Ending reason = ended.get();
    return reason != null ? reason : outOfSteps ? Ending.STEP_LIMIT : Ending.CONVERGED;
  }
}
