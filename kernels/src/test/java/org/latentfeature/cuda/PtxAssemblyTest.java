package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import jcuda.nvptxcompiler.JNvPTXCompiler;
import jcuda.nvptxcompiler.nvPTXCompileResult;
import jcuda.nvptxcompiler.nvPTXCompilerHandle;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.cuda.probe.Natives;
import org.latentfeature.cuda.probe.Platform;

/**
 * The committed PTX is accepted by an assembler of CUDA 12.0, the oldest whose drivers are to serve
 * it, for every generation of GPUs. JCuda's native code has that assembler; it needs neither driver
 * nor GPU.
 */
@Tag("whole")
class PtxAssemblyTest {

  @BeforeAll
  static void load() throws Exception {
    Skipped.unless(
        Platform.of(System.getProperty("os.name"), System.getProperty("os.arch")).isPresent(),
        "JCuda has no native code for this platform: the PTX was not assembled");
    Natives.load("jcuda.nvptxcompiler.JNvPTXCompiler");
  }

  /** The assembler's complaint, or an empty string. */
  private static String assemble(String ptx, String target) {
    // The native side reads a C string.
    byte[] text = (ptx + '\0').getBytes(StandardCharsets.UTF_8);
    nvPTXCompilerHandle compiler = new nvPTXCompilerHandle();
    succeed(JNvPTXCompiler.nvPTXCompilerCreate(compiler, text.length, text));
    try {
      int result =
          JNvPTXCompiler.nvPTXCompilerCompile(compiler, 1, new String[] {"--gpu-name=" + target});
      if (result != nvPTXCompileResult.NVPTXCOMPILE_SUCCESS) {
        long[] size = new long[1];
        succeed(JNvPTXCompiler.nvPTXCompilerGetErrorLogSize(compiler, size));
        byte[] log = new byte[(int) size[0] + 1];
        succeed(JNvPTXCompiler.nvPTXCompilerGetErrorLog(compiler, log));
        return nvPTXCompileResult.stringFor(result)
            + ": "
            + new String(log, StandardCharsets.UTF_8);
      }
      long[] size = new long[1];
      succeed(JNvPTXCompiler.nvPTXCompilerGetCompiledProgramSize(compiler, size));
      assertTrue(size[0] > 0, "an empty program");
      return "";
    } finally {
      succeed(JNvPTXCompiler.nvPTXCompilerDestroy(compiler));
    }
  }

  private static void succeed(int result) {
    assertEquals(
        nvPTXCompileResult.NVPTXCOMPILE_SUCCESS,
        result,
        () -> nvPTXCompileResult.stringFor(result));
  }

  @ParameterizedTest
  @ValueSource(ints = {75, 80, 86, 89, 90})
  @Tag("every-target")
  void everyKernelIsAcceptedForEveryGpu(int target) throws Exception {
    for (String name : KernelFiles.compiledFor(target)) {
      assertEquals("", assemble(KernelFiles.ptx(name), "sm_" + target), name);
    }
  }

  /** The oldest that runs it. */
  @Test
  void everyKernelIsAcceptedForItsOldestGpu() throws Exception {
    for (String name : KernelFiles.names(KernelFiles.COMPILED, ".ptx")) {
      assertEquals("", assemble(KernelFiles.ptx(name), "sm_" + KernelFiles.target(name)), name);
    }
  }

  @Test
  void theAssemblerIsTheOldOneAndComplains() {
    int[] major = new int[1];
    int[] minor = new int[1];
    succeed(JNvPTXCompiler.nvPTXCompilerGetVersion(major, minor));
    assertEquals("12.0", major[0] + "." + minor[0]);
    String empty = ".version %s\n.target sm_75\n.address_size 64\n";
    assertEquals("", assemble(empty.formatted("8.0"), "sm_80"));
    assertComplains("PTX_VERSION", empty.formatted("8.1"));
    assertComplains("'.such'", empty.formatted("8.0") + ".visible .entry f()\n{ no.such; }\n");
  }

  private static void assertComplains(String of, String ptx) {
    String complaint = assemble(ptx, "sm_80");
    assertTrue(complaint.contains(of), () -> "no \"" + of + "\" in: " + complaint);
  }
}
