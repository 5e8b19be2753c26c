package org.latentfeature.bench.step;

import org.latentfeature.bench.machine.BusyCores;
import org.latentfeature.bench.machine.MachineLimits;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The costs of one run of a step, and the machine's limits measured beside it. JMH hands every
 * public field and getter to the run's results under its name; NaN where a limit could not be
 * measured.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class Cost {

  /** {@link CountedWork#singleFlops}. */
  public double singleFlops;

  /** {@link CountedWork#doubleFlops}. */
  public double doubleFlops;

  /** {@link CountedWork#bytes}. */
  public double bytes;

  /** {@link MachineLimits.Rates#singleFlops}. */
  public double singleRate;

  /** {@link MachineLimits.Rates#doubleFlops}. */
  public double doubleRate;

  /** {@link MachineLimits.Rates#bytes}. */
  public double byteRate;

  private final BusyCores busy = new BusyCores();

  /** Processors that are busy, on average over the iteration: JMH asks for it at the end. */
  public double cores() {
    return busy.cores();
  }

  /** An iteration begins. */
  @Setup(Level.Iteration)
  public void start() {
    busy.start();
  }

  void set(CountedWork work, MachineLimits.Rates rates) {
    singleFlops = work.singleFlops();
    doubleFlops = work.doubleFlops();
    bytes = work.bytes();
    singleRate = rates.singleFlops();
    doubleRate = rates.doubleFlops();
    byteRate = rates.bytes();
  }
}
