package org.latentfeature.backend.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Contrast;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.Paths;

/** Every long call asks its step's signal while it works, and is cut off by it anywhere. */
public abstract class StopContract extends BackendContract {

  private static final AtomSearch.Limits LIMITS = new AtomSearch.Limits(20, 8, 4, 16);

  /** Calls that are one launch on a device. */
  private static final Set<String> PASSES = Set.of("error", "residual");

  /** More rows than two blocks of any backend. */
  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(1100, 13, 5, .3, 3);

  /** The contract on the backend of {@code provider}, which must be able to run here. */
  protected StopContract(BackendProvider provider) {
    super(provider);
  }

  /** Set from a chosen question on. */
  private static final class Questions implements StopSignal {

    private final AtomicLong asked = new AtomicLong();
    private volatile long patience = Long.MAX_VALUE;

    @Override
    public boolean isSet() {
      return asked.incrementAndGet() > patience;
    }

    void restart(long questions) {
      asked.set(0);
      patience = questions;
    }
  }

  private static Map<String, Function<Steps, Object>> calls() {
    BitVector atom = PROBLEM.z().column(1);
    Map<String, Function<Steps, Object>> calls = new LinkedHashMap<>();
    calls.put("products", s -> s.products(0).cross().values());
    calls.put("error", s -> s.squaredError(PROBLEM.w()));
    calls.put("residual", s -> s.residual(PROBLEM.w()));
    calls.put("refine", s -> s.refine(PROBLEM.w(), 20) < 0 ? 0 : s.incidence());
    calls.put(
        "encode",
        s -> {
          s.encode(PROBLEM.w(), 20, 2, 1);
          return s.incidence();
        });
    calls.put(
        "sweep",
        s -> {
          s.residual(new Dense(5, 13));
          return s.sweep(8, 1e-4, 20, 7).objectives();
        });
    calls.put("round", s -> s.round(16, 4, 3, 1));
    calls.put("polish", s -> s.polish(List.of(atom), 3));
    calls.put(
        "near",
        s -> {
          s.search().candidates().near(Problems.dense(3, PROBLEM.x().cols(), 5));
          return s.search().candidates().atoms();
        });
    calls.put("row Gram", s -> s.rowGram().values());
    calls.put("spectrum", Steps::squaredSingularValues);
    Dense directions = Problems.dense(6, PROBLEM.x().cols(), 5);
    calls.put("project", s -> s.projections().project(directions).toDense().values());
    calls.put("weigh", s -> s.projections().weigh(directions, Contrast.unit(3)).values());
    calls.put(
        "soft update",
        s -> {
          s.soft().draw(5, 1);
          return s.soft().update(PROBLEM.w(), new Dense(5, 5), new double[5], 1).cross().values();
        });
    return calls;
  }

  @Test
  void aCallIsCutOffAnywhereAndThenGivesWhatItWouldHave() {
    Questions questions = new Questions();
    try (Steps opened = Steps.open(backend, PROBLEM.x(), LIMITS, questions)) {
      opened.replace(PROBLEM.z());
      opened.factorisation();
      opened.moments();
      opened.projections();
      opened.soft();
      opened.residual(new Dense(5, 13));
      opened.sweep(8, 1e-4, 20, 7);
      calls()
          .forEach(
              (name, call) -> {
                opened.replace(PROBLEM.z());
                questions.restart(Long.MAX_VALUE);
                Object whole = call.apply(opened);
                long asked = questions.asked.get();
                if (!PASSES.contains(name)) {
                  assertTrue(asked >= 2, name + " asked but " + asked + " times");
                }
                for (long patience : new long[] {0, asked / 3, asked / 2, asked - 1}) {
                  questions.restart(patience);
                  assertThrows(
                      StoppedException.class,
                      () -> call.apply(opened),
                      () -> name + " at question " + patience + " of " + asked);
                }
                questions.restart(Long.MAX_VALUE);
                opened.replace(PROBLEM.z());
                if (name.equals("round")) {
                  opened.sweep(8, 1e-4, 20, 7);
                }
                assertSame(whole, call.apply(opened), name);
              });
    }
  }

  private static void assertSame(Object expected, Object found, String name) {
    if (expected instanceof double[] values) {
      assertTrue(Arrays.equals(values, (double[]) found), name);
    } else {
      assertEquals(expected, found, name);
    }
  }

  @Test
  void codingPathsIsCutOffAnywhere() {
    Questions questions = new Questions();
    Dense w = PROBLEM.w();
    PathObjective objective =
        new PathObjective(w, new Dense(6, 5), 1, 1, PathObjective.Gain.MARGINAL, 4);
    try (Steps opened = Steps.open(backend, PROBLEM.x(), new PathCoder.Limits(5), questions)) {
      opened.coder();
      questions.restart(Long.MAX_VALUE);
      Paths paths = opened.code(objective);
      PathModel model = new PathModel(w, new Dense(6, 6), 1, 1, PathModel.Orders.ALL);
      Map<String, Runnable> calls =
          Map.of(
              "code", () -> opened.code(objective),
              "better", () -> opened.weighed(model, paths),
              "expectation", () -> opened.expectation(model, paths, paths));
      calls.forEach(
          (name, call) -> {
            questions.restart(Long.MAX_VALUE);
            call.run();
            long asked = questions.asked.get();
            assertTrue(asked >= 2, name + " asked but " + asked + " times");
            for (long patience : new long[] {0, asked / 2, asked - 1}) {
              questions.restart(patience);
              assertThrows(StoppedException.class, call::run, name);
            }
          });
    }
  }
}
