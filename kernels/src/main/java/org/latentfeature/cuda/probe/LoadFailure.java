package org.latentfeature.cuda.probe;

/** Finds in JCuda's messages, which hold whole stack traces, the line that names the library. */
final class LoadFailure {

  private static final String CAUSE = "java.lang.UnsatisfiedLinkError: ";

  private LoadFailure() {}

  /**
   * Returns the last message of the system's loader, without the name of the unpacked file before
   * it, for example {@code libcuda.so.1: cannot open shared object file: No such file or
   * directory}.
   */
  static String line(LinkageError failure) {
    String message = String.valueOf(failure.getMessage());
    String cause = message.lines().findFirst().orElse("");
    for (String line : message.lines().toList()) {
      if (line.startsWith(CAUSE) && !line.contains("java.library.path")) {
        cause = line.substring(CAUSE.length());
      } else if (line.contains("No resource found with name")) {
        cause = line;
      }
    }
    String said = cause.replaceFirst("^.*lfm-natives-\\S+: ", "").strip();
    return said.contains("failed to map segment")
        ? "%s; if %s is mounted noexec, set another folder with -Djava.io.tmpdir=…"
            .formatted(said, System.getProperty("java.io.tmpdir"))
        : said;
  }

  /** Returns whether the line says that JCuda's native library is not on the class path. */
  static boolean lacksResource(String line) {
    return line.contains("No resource found with name");
  }
}
