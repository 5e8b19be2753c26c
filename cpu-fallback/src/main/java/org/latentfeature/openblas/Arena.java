package org.latentfeature.openblas;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.Pointer;

/** Native memory with one owner, freed together. */
final class Arena implements AutoCloseable {

  private final List<Pointer> owned = new ArrayList<>();

  /** Uninitialised memory for {@code count} floats. */
  FloatPointer floats(long count) {
    FloatPointer p = new FloatPointer(count);
    owned.add(p);
    return p;
  }

  /** Uninitialised memory for {@code count} doubles. */
  DoublePointer doubles(long count) {
    DoublePointer p = new DoublePointer(count);
    owned.add(p);
    return p;
  }

  /** A copy of {@code values}. */
  DoublePointer doubles(double[] values) {
    return doubles(values.length).put(values);
  }

  @Override
  public void close() {
    for (Pointer p : owned) {
      p.position(0).deallocate();
    }
    owned.clear();
  }
}
