package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Instructions for a term of the sums that bits choose, as the assemblers of the GPUs make them of
 * the committed PTX. They decide whether memory or arithmetic is the limit of residuals and scores.
 */
@Tag("whole")
final class InstructionBudgetTest {

  /** The aim is 1.5: what is left are addresses, and words tested bit by bit at their ends. */
  private static final double SUM_ROWS = PaperModel.SUMMED;

  /** The aim is 1.7. */
  private static final double SUBTRACT_FEATURES = PaperModel.SUBTRACTED;

  private static final Pattern SPILLED = Pattern.compile("[1-9]\\d* bytes spill");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {75, 80, 86, 89, 90, 100, 120})
  void aTermTakesFewInstructions(int target) throws Exception {
    assertWithin("cross", "sum_rows", target, SUM_ROWS);
    assertWithin("residual", "subtract_features", target, SUBTRACT_FEATURES);
  }

  /**
   * Of a stage of fused sweeps with all columns that there is room for, in code: most of it is
   * executed. {@link PaperModel} has what is.
   */
  @ParameterizedTest
  @ValueSource(ints = {80, 86, 89, 90, 100, 120})
  void aStageTakesFewInstructions(int target) throws Exception {
    assertStage("fused_sweeps", "sweep_many", target, 1200);
    assertStage("fused_sweeps", "sweep_few", target, 750);
    assertStage("fused_sweeps_bf16", "sweep_many_bf16", target, 1000);
    assertStage("fused_sweeps_bf16", "sweep_few_bf16", target, 650);
  }

  private void assertStage(String file, String kernel, int target, int most) throws Exception {
    int found = InnerLoop.aroundProducts(kernel, listing(file, target));
    assertTrue(
        found > 0 && found <= most, () -> "%s on sm_%d: %d".formatted(kernel, target, found));
  }

  @ParameterizedTest
  @ValueSource(ints = {75, 80, 86, 89, 90, 100})
  @Tag("every-target")
  void norDoesOneOnOtherGpus(int target) throws Exception {
    noKernelSpillsRegisters(target);
  }

  /** On that where most is short. */
  @Test
  void noKernelSpillsRegisters() throws Exception {
    noKernelSpillsRegisters(120);
  }

  private void noKernelSpillsRegisters(int target) throws Exception {
    for (String file : KernelFiles.compiledFor(target)) {
      String said = assemble(file, target, folder.resolve(file + ".cubin"));
      assertTrue(said.contains("0 bytes spill stores"), said);
      assertFalse(SPILLED.matcher(said).find(), said);
    }
  }

  private static String assemble(String file, int target, Path cubin) throws Exception {
    String ptx = KernelFiles.COMPILED.resolve(file + ".ptx").toString();
    return run("PTXAS", "ptxas", "-v", "-arch=sm_" + target, "-o", cubin.toString(), ptx);
  }

  private void assertWithin(String file, String kernel, int target, double budget)
      throws Exception {
    InnerLoop loop = InnerLoop.of(kernel, listing(file, target)).orElseThrow();
    assertTrue(
        loop.perTerm() <= budget,
        () -> "%s on sm_%d: %s, %.2f a term".formatted(kernel, target, loop, loop.perTerm()));
  }

  private List<String> listing(String file, int target) throws Exception {
    Path cubin = folder.resolve(file + ".cubin");
    assemble(file, target, cubin);
    return run("NVDISASM", "nvdisasm", "-c", cubin.toString()).lines().toList();
  }

  /** What the tool prints; the test is skipped without it. A variable names it, as in occupancy. */
  private static String run(String variable, String name, String... arguments) throws Exception {
    String tool = System.getenv().getOrDefault(variable, name);
    String[] command = new String[arguments.length + 1];
    command[0] = tool;
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    Optional<Process> started = start(command);
    Skipped.unless(started.isPresent(), "no " + tool + ": instructions were not counted");
    try (var output = started.orElseThrow().inputReader()) {
      String said = String.join("\n", output.lines().toList());
      assertEquals(0, started.orElseThrow().waitFor(), said);
      return said;
    }
  }

  private static Optional<Process> start(String... command) {
    try {
      return Optional.of(new ProcessBuilder(command).redirectErrorStream(true).start());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** A loop around one of three additions, of which one is chosen; and what it is not to take. */
  @Test
  void theInnerLoopIsCounted() {
    String listing =
        """
        .text.other:
        .L_x_0:
                /*0000*/                   FADD R1, R1, R2 ;
                /*0010*/                   FADD R1, R1, R2 ;
                /*0020*/                   FADD R1, R1, R2 ;
                /*0030*/                   FADD R1, R1, R2 ;
                /*0040*/              @!P0 BRA `(.L_x_0) ;
        .text.sums:
                /*0000*/                   FADD R9, R9, R8 ;
        .L_x_1:
                /*0010*/                   MOV R1, R2 ;
        .L_x_2:
                /*0020*/               @P1 FADD R1, R1, R2 ;
                /*0030*/                   R2P PR, R57.B1, 0x7f ;
                /*0040*/               @P2 BRA `(.L_x_3) ;
                /*0050*/                   FFMA R1, R1, R2, R3 ;
        .L_x_3:
                /*0060*/                   FADD R1, -R56.reuse, R7 ;
                /*0070*/                   NOP ;
                /*0080*/              @!P0 BRA `(.L_x_2) ;
                /*0090*/              @!P3 BRA `(.L_x_1) ;
        .L_x_4:
                /*00a0*/                   BRA `(.L_x_4);
        """;
    List<String> lines = listing.lines().toList();
    assertEquals(Optional.of(new InnerLoop(6, 3)), InnerLoop.of("sums", lines));
    assertEquals(Optional.empty(), InnerLoop.of("missing", lines));
  }
}
