package org.latentfeature.cli.console;

import java.util.function.DoubleSupplier;

/** An object with a clock, by which the progress of its commands is reported. */
public interface Clocked {

  /** Seconds from any moment on. */
  DoubleSupplier clock();
}
