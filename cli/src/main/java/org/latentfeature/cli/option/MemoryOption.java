package org.latentfeature.cli.option;

import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.HostMemory;
import picocli.CommandLine.Option;

/** How much of X is loaded; what is larger stays in its file. */
public final class MemoryOption {

  /** Data of more than this part of the memory stay in their file. */
  private static final int PART = 2;

  @Option(
      names = "--memory",
      paramLabel = "BYTES",
      converter = ByteCount.class,
      description =
          "Memory of the command, such as 2g. A number of bytes, or with a suffix. An .npy or sparse"
              + " file (.npz, .mtx, libsvm) whose rows take more than half of it is read block by"
              + " block, not loaded (default: the free memory).")
  @Nullable Long memory;

  /** Bytes of X that are loaded at most. */
  public long most() {
    return (memory == null ? HostMemory.available() : memory) / PART;
  }
}
