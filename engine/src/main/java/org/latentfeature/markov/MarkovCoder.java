package org.latentfeature.markov;

import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathModel.Orders;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathOrders;
import org.latentfeature.step.coding.PathPosterior;
import org.latentfeature.step.coding.Paths;
import org.latentfeature.step.coding.RowCode;

/** Codes new or fitted rows by a fitted model. */
public final class MarkovCoder {

  private final Backend backend;
  private final MarkovParameters model;
  private final PathObjective objective;
  private final StopSignal stop;
  private final Dense gram;

  /**
   * A coder on {@code backend}, which the caller closes.
   *
   * @param stop interrupts coding with a {@link org.latentfeature.base.progress.StoppedException}
   */
  public MarkovCoder(Backend backend, MarkovParameters model, Coding coding, StopSignal stop) {
    this.backend = backend;
    this.model = model;
    this.stop = stop;
    objective = model.objective(coding);
    gram = backend.algebra().multiplyTransposed(model.w(), model.w());
  }

  /** A coder without a stop signal. */
  public MarkovCoder(Backend backend, MarkovParameters model, Coding coding) {
    this(backend, model, coding, StopSignal.NEVER);
  }

  /** A coder by marginal gains, with the longest paths. */
  public MarkovCoder(Backend backend, MarkovParameters model, StopSignal stop) {
    this(backend, model, Coding.DEFAULT, stop);
  }

  /** A coder by marginal gains, with the longest paths and without a stop signal. */
  public MarkovCoder(Backend backend, MarkovParameters model) {
    this(backend, model, StopSignal.NEVER);
  }

  /** Receives each row in order. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Row {@code i} is coded.
     *
     * @param code valid until this method returns
     */
    void row(int i, RowCode code);
  }

  /**
   * Codes the rows of {@code x} (N×D), NaN for a missing entry, and passes each to {@code visitor},
   * in their order.
   *
   * @return their paths
   * @throws org.latentfeature.data.DataException if a row has no known entry
   */
  public Paths code(Matrix x, Visitor visitor) {
    Paths paths = paths(x);
    show(x, 0, paths, visitor);
    return paths;
  }

  /**
   * Codes rows that nothing is known of: the best of several paths ({@link PathCoder#search}), each
   * of at most 8 features in its most probable order; a greedy search visits first the feature that
   * explains most.
   */
  public Paths codeInOrder(Matrix x, Visitor visitor) {
    return codeInOrder(x, visitor, WorkListener.SILENT);
  }

  /**
   * Codes rows in order like {@link #codeInOrder(Matrix, Visitor)}; {@code listener} receives every
   * row.
   */
  public Paths codeInOrder(Matrix x, Visitor visitor, WorkListener listener) {
    listener.onWork("coding rows", 0, 0);
    Dense expectations = model.logExpectations();
    Paths paths = searched(x, model.pathModel(expectations, Orders.ALL));
    PathOrders orders = new PathOrders(expectations);
    for (int i = 0; i < paths.count(); i++) {
      orders.take(paths, i);
      orders.sort();
      listener.onWork("ordering the paths of rows", i + 1L, paths.count());
    }
    show(
        x,
        0,
        paths,
        (i, code) -> {
          visitor.row(i, code);
          listener.onWork("weighing the features of rows", i + 1L, paths.count());
        });
    return paths;
  }

  private Paths searched(Matrix x, PathModel by) {
    try (LoadedData data = new LoadedData(backend, x);
        PathCoder coder = open(data)) {
      return coder.search(objective, by).paths();
    }
  }

  private Paths paths(Matrix x) {
    try (LoadedData data = new LoadedData(backend, x);
        PathCoder coder = open(data)) {
      return coder.code(objective);
    }
  }

  /** Opens the step for {@link #code(PathCoder, LoadedData, int, int, Visitor)} on loaded rows. */
  public PathCoder open(LoadedData data) {
    PathCoder.Limits limits = new PathCoder.Limits(model.features());
    return data.rows(List.of(limits), stop).open(limits, stop);
  }

  /**
   * Codes {@code count} rows of {@code data}, starting at {@code first}, and passes each with its
   * number to {@code visitor}, in their order.
   *
   * @param coder from {@link #open}, for the same data
   */
  public void code(PathCoder coder, LoadedData data, int first, int count, Visitor visitor) {
    int[] rows = IntStream.range(first, first + count).toArray();
    show(data.x(), first, coder.code(objective, rows), visitor);
  }

  private void show(Matrix x, int first, Paths paths, Visitor visitor) {
    PathPosterior posterior = model.posterior(gram);
    float[] row = new float[x.cols()];
    for (int i = 0; i < paths.count(); i++) {
      stop.check(i);
      x.getRow(first + i, row);
      posterior.take(row, paths, i);
      visitor.row(first + i, posterior);
    }
  }
}
