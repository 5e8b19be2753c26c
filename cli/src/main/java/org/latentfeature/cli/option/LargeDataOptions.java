package org.latentfeature.cli.option;

import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.HostMemory;
import org.latentfeature.scale.SampleSize;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What a fit does with more data than it can look at many times. */
public final class LargeDataOptions {

  /** Data of more than this part of the memory stay in their file. */
  private static final int PART = 2;

  @Option(
      names = "--sample",
      paramLabel = "auto|N|all",
      description =
          "Rows to fit before the fit is extended to all rows: as many as it takes, N, or all "
              + "(default: all if X takes less than 256 MB, otherwise auto).")
  @Nullable String sample;

  @Option(
      names = "--memory",
      paramLabel = "BYTES",
      converter = ByteCount.class,
      description =
          "Memory of the fit, in bytes or with a suffix, such as 2g; an .npy file that takes more "
              + "than half of it is read block by block, not loaded (default: the free memory).")
  @Nullable Long memory;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  /** The rows to fit first. */
  public SampleSize sample() {
    if (sample == null) {
      return SampleSize.USUAL;
    }
    try {
      return SampleSize.parse(sample);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), "--sample: " + e.getMessage(), e);
    }
  }

  /** Whether a sample was asked for, or refused. */
  public boolean isSampleGiven() {
    return sample != null;
  }

  /** Bytes of X that are loaded at most. */
  public long most() {
    return (memory == null ? HostMemory.available() : memory) / PART;
  }
}
