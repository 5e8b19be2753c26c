package org.latentfeature.backend.blocks;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.latentfeature.step.Counters;
import org.latentfeature.step.Resident;
import org.latentfeature.step.ResidentRows;

/** The one block of rows that is loaded, and what is opened on it until it makes room. */
final class BlockWindow {

  private final Map<Object, Resident> opened = new HashMap<>();
  private final Deque<Runnable> leaving = new ArrayDeque<>();
  private Counters counters = new Counters(0, 0, Map.of());
  private @Nullable ResidentRows block;

  /** Goes to {@code next}, which it owns. */
  void enter(ResidentRows next) {
    leave();
    block = next;
  }

  /**
   * Returns what {@code owner} has open on the present block, and opens it if necessary.
   *
   * @param opening opens it, at the first call on this block
   * @param closing what is done with it before it is closed
   */
  @SuppressWarnings("unchecked") // An owner opens one kind of thing.
  <R extends Resident> R opened(Object owner, Function<ResidentRows, R> opening, Runnable closing) {
    Resident present = opened.get(owner);
    if (present == null) {
      R made = opening.apply(Objects.requireNonNull(block, "a step works within a walk"));
      opened.put(owner, made);
      leaving.push(
          () -> {
            closing.run();
            made.close();
          });
      return made;
    }
    return (R) present;
  }

  /** Closes all that is open on the present block, the last first, and the block. */
  void leave() {
    ResidentRows present = block;
    if (present == null) {
      return;
    }
    try {
      while (!leaving.isEmpty()) {
        leaving.pop().run();
      }
    } finally {
      opened.clear();
      leaving.clear();
      counters = counters.plus(present.counters());
      present.close();
      block = null;
    }
  }

  /** Returns the counters of the work on all blocks so far. */
  Counters counters() {
    return counters;
  }
}
