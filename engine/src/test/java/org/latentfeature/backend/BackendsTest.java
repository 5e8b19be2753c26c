package org.latentfeature.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.backend.Backends.Choice;
import org.latentfeature.backend.Resources.Precision;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Limits;
import org.latentfeature.step.ResidentRows;

class BackendsTest {

  private static final Fake CUDA =
      new Fake("cuda", 100, Probe.unavailable("no driver; install one", "no cuBLAS"));
  private static final Fake BLAS =
      new Fake("blas", 50, Probe.unavailable("no native build for this platform"));
  private static final Fake FAST = new Fake("fast", 40, Probe.available("a fast device"));
  private static final Fake JAVA = new Fake("java", 0, Probe.available("plain loops"));
  private static final List<BackendProvider> ALL = List.of(CUDA, BLAS, FAST, JAVA);

  private static final Fake CARDS =
      new Fake(
          "cards",
          90,
          Probe.available(
              "two cards",
              List.of(
                  new Device("Old Card", 8L << 30, Map.of("compute capability", "7.5")),
                  new Device("New Card", 40L << 30, Map.of("compute capability", "9.0")))));

  /** A backend whose probe is content and whose device is not. */
  private record Refusing(BackendException failure) implements BackendProvider {
    @Override
    public String name() {
      return "refusing";
    }

    @Override
    public int preference() {
      return 80;
    }

    @Override
    public Probe probe() {
      return Probe.available("a busy device");
    }

    @Override
    public Backend open(Resources resources) {
      throw failure;
    }
  }

  private record Fake(String name, int preference, Probe probe) implements BackendProvider {
    @Override
    public Backend open(Resources resources) {
      return new FakeBackend(name, Math.max(1, resources.threads()));
    }
  }

  private record FakeBackend(String name, int threads) implements Backend {
    @Override
    public BackendInfo info() {
      return new BackendInfo(name, "fake", threads, Map.of());
    }

    @Override
    public boolean offers(Limits<?> limits) {
      return true;
    }

    @Override
    public long bytesNeeded(int rows, int cols, List<? extends Limits<?>> opened) {
      return 0;
    }

    @Override
    public long bytesAvailable() {
      return 0;
    }

    @Override
    public ResidentRows load(Matrix x, long first, StopSignal stop) {
      throw new UnsupportedOperationException("a fake");
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }

  @Test
  void autoTakesTheFirstThatCanRunAndSaysWhyNotTheOthers() {
    Choice choice = Backends.choose(ALL, Backends.AUTO, Resources.ofThreads(3));
    assertEquals("fast", choice.backend().info().name());
    assertEquals(
        "backend fast: a fast device, 3 threads; skipped cuda (no driver);"
            + " blas (no native build for this platform)",
        choice.explanation());
  }

  @Test
  void severalDevicesAreOneGroup() {
    Choice choice =
        Backends.choose(List.of(CARDS), "cards", new Resources(2, List.of(1, 0), Precision.SINGLE));
    assertEquals("fake + fake", choice.backend().info().device());
    String line = choice.explanation();
    assertTrue(line.contains("device 1, New Card") && line.contains("device 0, Old Card"), line);
    choice.backend().close();
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                Backends.choose(
                    List.of(CARDS), "cards", new Resources(2, List.of(0, 2), Precision.SINGLE)));
    assertTrue(String.valueOf(refused.getMessage()).contains("no device 2"), refused::toString);
    assertThrows(
        IllegalArgumentException.class,
        () -> new Resources(2, List.of(0, 0), Precision.SINGLE),
        "twice");
  }

  /** Slow to open, and then fast; or the other way round. */
  private record Timed(String name, int preference, double start, double rate)
      implements BackendProvider {
    @Override
    public Probe probe() {
      return Probe.available("a device");
    }

    @Override
    public double seconds(Workload work, Resources resources) {
      return start + work.terms() / rate;
    }

    @Override
    public Backend open(Resources resources) {
      return new FakeBackend(name, 1);
    }
  }

  @Test
  void autoTakesTheBackendThatIsDoneFirstAndSaysSo() {
    Timed card = new Timed("card", 100, 1, 1e9);
    Timed cores = new Timed("cores", 50, 0, 1e7);
    List<BackendProvider> both = List.of(CUDA, card, cores, JAVA);
    Workload little = Workload.fit(1000, 100, 10);
    assertEquals(
        "backend cores: a device, 1 thread; skipped cuda (no driver); card (done in about 1.0 s, with cores in"
            + " 0.1 s)",
        Backends.choose(both, Backends.AUTO, Resources.DEFAULT, little).explanation());
    for (Choice preferred :
        List.of(
            Backends.choose(both, Backends.AUTO, Resources.DEFAULT, Workload.fit(1000, 1000, 20)),
            Backends.choose(both, Backends.AUTO, Resources.DEFAULT, Workload.UNKNOWN),
            Backends.choose(both, "card", Resources.DEFAULT, little))) {
      assertEquals("card", preferred.backend().info().name());
      assertTrue(!preferred.explanation().contains("cores"), preferred::explanation);
    }
    Timed later = new Timed("later", 20, 2, 1e7);
    assertEquals(
        "card",
        Backends.choose(List.of(card, FAST, cores), Backends.AUTO, Resources.DEFAULT, little)
            .backend()
            .info()
            .name(),
        "a backend whose time is not known is not passed over");
    assertEquals(
        "backend cores: a device, 1 thread; skipped card (done in about 1.0 s, with cores in 0.1 s);"
            + " blas (no native build for this platform)",
        Backends.choose(List.of(card, BLAS, cores, later), Backends.AUTO, Resources.DEFAULT, little)
            .explanation());
    // A device that is asked for is taken, and so is the one left if the other cannot be opened.
    Choice second =
        Backends.choose(
            List.of(CARDS, cores),
            Backends.AUTO,
            new Resources(0, List.of(1), Precision.SINGLE),
            little);
    assertEquals("cards", second.backend().info().name());
    Refusing refusing = new Refusing(new BackendUnavailableException("busy"));
    assertEquals(
        "card",
        Backends.choose(List.of(card, refusing), Backends.AUTO, Resources.DEFAULT, little)
            .backend()
            .info()
            .name());
  }

  @Test
  void nothingSkippedNothingSaid() {
    Choice choice = Backends.choose(List.of(FAST, JAVA), Backends.AUTO, Resources.ofThreads(0));
    assertEquals("backend fast: a fast device, 1 thread", choice.explanation());
  }

  @Test
  void aForcedBackendIsTakenThoughABetterOneCouldRun() {
    Choice choice = Backends.choose(ALL, "java", Resources.ofThreads(1));
    assertEquals("java", choice.backend().info().name());
    assertEquals("backend java: plain loops, 1 thread", choice.explanation());
  }

  @Test
  void aForcedBackendThatCannotRunGivesEveryReason() {
    String line = "backend cuda cannot run on this machine: no driver; install one; no cuBLAS";
    assertSays(() -> Backends.choose(ALL, "cuda", Resources.DEFAULT), line);
    // Already when nothing has been read yet.
    assertSays(() -> Backends.check(ALL, "cuda", Resources.DEFAULT), line);
    assertSays(() -> Backends.check(ALL, "cuda", device(3)), line);
  }

  @Test
  void whereNothingRunsEveryReasonIsGiven() {
    assertSays(
        () -> Backends.choose(List.of(CUDA, BLAS), Backends.AUTO, Resources.ofThreads(0)),
        "cuda (no driver; install one; no cuBLAS)",
        "blas (no native build for this platform)");
  }

  @Test
  void anUnknownNameIsAnsweredWithTheKnownOnes() {
    assertSays(
        () -> Backends.choose(ALL, "abacus", Resources.ofThreads(0)),
        "'abacus'",
        "cuda, blas, fast, java");
  }

  @Test
  void negativeThreadsAreRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> Backends.choose(ALL, Backends.AUTO, Resources.ofThreads(-1)));
  }

  @Test
  void theDeviceThatWasAskedForIsNamed() {
    Choice choice = Backends.choose(List.of(CARDS, JAVA), Backends.AUTO, device(1));
    assertEquals(
        "backend cards: device 1, New Card, 40,960 MiB, compute capability 9.0, 1 thread",
        choice.explanation());
  }

  @Test
  void aDeviceThatDoesNotExistIsAnsweredWithThoseThatDo() {
    assertRefused(List.of(CARDS), "cards", device(2), "no device 2", "0 (Old Card), 1 (New Card)");
    assertRefused(ALL, "java", device(1), "java", "has no devices");
    // Whoever names a device wants to know why the backend that has devices was not taken.
    assertRefused(ALL, Backends.AUTO, device(1), "fast", "no devices", "skipped cuda (no driver)");
    assertThrows(IllegalArgumentException.class, () -> device(-1));
  }

  @Test
  void roundingIsForThoseThatKnowIt() {
    for (Precision rounded : List.of(Precision.TF32, Precision.BF16)) {
      Resources resources = new Resources(0, 0, rounded);
      assertRefused(List.of(CARDS), "cards", resources, rounded.description(), "cards");
    }
  }

  @Test
  void whatCannotBeChosenIsLeftForOpenToComplainOf() {
    Backends.check(List.of(CUDA, BLAS), Backends.AUTO, device(3));
    Backends.check(ALL, "abacus", device(3));
  }

  static Stream<Arguments> failuresToOpen() {
    return Stream.of(
        Arguments.of(
            new BackendUnavailableException("device 0 is busy; ask for another"),
            "device 0 is busy"),
        Arguments.of(
            new BackendFailureException("cuModuleLoadDataEx failed: no compiler; install it"),
            "cuModuleLoadDataEx failed: no compiler"),
        Arguments.of(
            new OutOfBackendMemoryException("workspace on the device", 32 << 20, 1 << 20),
            "not enough memory for workspace on the device: 33 MiB needed, 1 MiB available"));
  }

  @ParameterizedTest
  @MethodSource("failuresToOpen")
  void aDeviceThatCannotBeOpenedIsSkippedByAutoOnly(BackendException failure, String brief) {
    Refusing refusing = new Refusing(failure);
    Choice choice = Backends.choose(List.of(refusing, JAVA), Backends.AUTO, Resources.DEFAULT);
    assertEquals(
        "backend java: plain loops, 1 thread; skipped refusing (" + brief + ")",
        choice.explanation());
    assertSays(
        () -> Backends.choose(List.of(refusing, JAVA), "refusing", Resources.DEFAULT),
        "backend refusing cannot run on this machine",
        String.valueOf(failure.getMessage()));
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

  private static Resources device(int device) {
    return new Resources(0, device, Precision.SINGLE);
  }

  private static void assertRefused(
      List<BackendProvider> providers, String name, Resources resources, String... parts) {
    for (Executable action :
        List.<Executable>of(
            () -> Backends.check(providers, name, resources),
            () -> Backends.choose(providers, name, resources))) {
      String message =
          String.valueOf(assertThrows(IllegalArgumentException.class, action).getMessage());
      for (String part : parts) {
        assertTrue(message.contains(part), () -> "no \"" + part + "\" in: " + message);
      }
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
