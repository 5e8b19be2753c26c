package org.latentfeature.cuda.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LoadFailureTest {

  private static String line(String said) {
    return LoadFailure.line(
        new UnsatisfiedLinkError(
            "Error while loading native library\njava.lang.UnsatisfiedLinkError:"
                + " /tmp/lfm-natives-123/libJCudaDriver-12.6.0-linux-x86_64.so: "
                + said));
  }

  @Test
  void theFileThatIsOfNoInterestIsLeftOut() {
    String missing = "libcuda.so.1: cannot open shared object file: No such file or directory";
    assertEquals(missing, line(missing));
  }

  @Test
  void aFolderWithoutExecutionIsNamed() {
    String said = "failed to map segment from shared object";
    assertEquals(
        said
            + "; if %s is mounted noexec, set another folder with -Djava.io.tmpdir=…"
                .formatted(System.getProperty("java.io.tmpdir")),
        line(said));
  }
}
