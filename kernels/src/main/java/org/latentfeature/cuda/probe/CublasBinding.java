package org.latentfeature.cuda.probe;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import jcuda.LibUtils;
import org.jspecify.annotations.Nullable;

/**
 * JCuda's native code for cuBLAS, made to load with the cuBLAS that the machine has.
 *
 * <p>It is linked with the library of CUDA 12, by its name and the name of its symbols' version,
 * and the few functions used here are the same in CUDA 13. So a copy is unpacked in which another
 * name stands, into the folder from which JCuda then loads it, as it takes what it finds there.
 * Functions that CUDA 13 no longer has are not looked up before they are called.
 */
final class CublasBinding {

  /** JCuda's version, which its libraries carry in their names. */
  private static final String LIBRARY = "JCublas2-12.6.0";

  /** Name of the library of cuBLAS that {@link #LIBRARY} is linked with. */
  private static final String LINKED = "libcublas.so.12";

  /** Names of libraries of cuBLAS that it may be loaded with; the first that exists is used. */
  private static final List<String> NAMES = List.of(LINKED, "libcublas.so.13");

  private CublasBinding() {}

  /**
   * Unpacks the library into {@code folder} so that {@code loader} takes it. Where it is not on the
   * class path nothing is done, and JCuda says so.
   *
   * @throws UnsatisfiedLinkError if there is no cuBLAS; with what the system says of each
   */
  static void unpack(File folder, Consumer<String> loader) throws IOException {
    String file = "lib" + LibUtils.createPlatformLibraryName(LIBRARY) + ".so";
    try (InputStream in = CublasBinding.class.getResourceAsStream("/lib/" + file)) {
      if (in != null) {
        load(in.readAllBytes(), folder.toPath().resolve(file), loader);
      }
    }
  }

  private static void load(byte[] library, Path file, Consumer<String> loader) throws IOException {
    UnsatisfiedLinkError failure = null;
    for (String name : NAMES) {
      ElfLibrary elf = new ElfLibrary(library);
      if (!name.equals(LINKED)) {
        elf.replace(LINKED, name);
      }
      Files.write(file, elf.toBytes());
      try {
        loader.accept(file.toString());
        return;
      } catch (UnsatisfiedLinkError e) {
        Files.delete(file);
        failure = both(failure, e);
      }
    }
    throw failure;
  }

  private static UnsatisfiedLinkError both(
      @Nullable UnsatisfiedLinkError first, UnsatisfiedLinkError next) {
    return first == null
        ? next
        : new UnsatisfiedLinkError(LoadFailure.line(first) + "; " + LoadFailure.line(next));
  }
}
