package org.latentfeature.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backends.Choice;
import org.latentfeature.data.Matrix;

class BackendsTest {

  private static final Fake CUDA =
      new Fake("cuda", 100, Probe.unavailable("no driver; install one", "no cuBLAS"));
  private static final Fake BLAS =
      new Fake("blas", 50, Probe.unavailable("no native build for this platform"));
  private static final Fake FAST = new Fake("fast", 40, Probe.available("a fast device"));
  private static final Fake JAVA = new Fake("java", 0, Probe.available("plain loops"));
  private static final List<BackendProvider> ALL = List.of(CUDA, BLAS, FAST, JAVA);

  private record Fake(String name, int preference, Probe probe) implements BackendProvider {
    @Override
    public Backend open(int threads) {
      return new FakeBackend(name, Math.max(1, threads));
    }
  }

  private record FakeBackend(String name, int threads) implements Backend {
    @Override
    public BackendInfo info() {
      return new BackendInfo(name, "fake", threads, Map.of());
    }

    @Override
    public long bytesNeeded(int rows, int cols, SessionLimits limits) {
      return 0;
    }

    @Override
    public long bytesAvailable() {
      return 0;
    }

    @Override
    public Session open(Matrix x, SessionLimits limits) {
      throw new UnsupportedOperationException("a fake");
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }

  @Test
  void autoTakesTheFirstThatCanRunAndSaysWhyNotTheOthers() {
    Choice choice = Backends.choose(ALL, Backends.AUTO, 3);
    assertEquals("fast", choice.backend().info().name());
    assertEquals(
        "backend fast: a fast device, 3 threads; skipped cuda (no driver; install one; no cuBLAS);"
            + " blas (no native build for this platform)",
        choice.explanation());
  }

  @Test
  void nothingSkippedNothingSaid() {
    Choice choice = Backends.choose(List.of(FAST, JAVA), Backends.AUTO, 0);
    assertEquals("backend fast: a fast device, 1 thread", choice.explanation());
  }

  @Test
  void aForcedBackendIsTakenThoughABetterOneCouldRun() {
    Choice choice = Backends.choose(ALL, "java", 1);
    assertEquals("java", choice.backend().info().name());
    assertEquals("backend java: plain loops, 1 thread", choice.explanation());
  }

  @Test
  void aForcedBackendThatCannotRunGivesEveryReason() {
    assertSays(
        () -> Backends.choose(ALL, "cuda", 0), "cuda", "no driver; install one", "no cuBLAS");
  }

  @Test
  void whereNothingRunsEveryReasonIsGiven() {
    assertSays(
        () -> Backends.choose(List.of(CUDA, BLAS), Backends.AUTO, 0),
        "cuda (no driver; install one; no cuBLAS)",
        "blas (no native build for this platform)");
  }

  @Test
  void anUnknownNameIsAnsweredWithTheKnownOnes() {
    assertSays(() -> Backends.choose(ALL, "abacus", 0), "'abacus'", "cuda, blas, fast, java");
  }

  @Test
  void negativeThreadsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> Backends.choose(ALL, Backends.AUTO, -1));
  }

  @Test
  void theReferenceIsAlwaysFoundAndTheMostPreferredComesFirst() {
    List<BackendProvider> found = Backends.providers();
    assertTrue(found.stream().anyMatch(p -> p.name().equals("java") && p.probe().isAvailable()));
    for (int i = 1; i < found.size(); i++) {
      assertTrue(found.get(i).preference() <= found.get(i - 1).preference());
    }
    try (Backend backend = Backends.open("java", 0).backend()) {
      assertEquals("java", backend.info().name());
    }
  }

  private static void assertSays(Runnable action, String... parts) {
    String message =
        String.valueOf(assertThrows(BackendUnavailableException.class, action::run).getMessage());
    for (String part : parts) {
      assertTrue(message.contains(part), () -> "no \"" + part + "\" in: " + message);
    }
  }
}
