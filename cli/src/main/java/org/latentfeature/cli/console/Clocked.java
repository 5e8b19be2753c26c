package org.latentfeature.cli.console;

import java.util.function.DoubleSupplier;

/** What knows the time, by which the progress of its commands is told. */
public interface Clocked {

  /** Seconds from any moment on. */
  DoubleSupplier clock();
}
