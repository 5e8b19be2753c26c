package org.latentfeature.cuda;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import org.latentfeature.cuda.probe.CudaDevice;

/** Tests of the backend, on the machine's own device: {@code -Drequire.backend=cuda}. */
final class ContractFigures {

  /** The tag of tests that other builds run on the reference alone. */
  private static final String REFERENCE_ONLY = "reference-only";

  private ContractFigures() {}

  /** All of the backend's own, as every build runs them: its steps, and some fits. */
  static void steps(CudaDevice device) {
    run(selectClasspathRoots(Set.of(origin())), TagFilter.excludeTags(REFERENCE_ONLY));
  }

  /** The rest: whole contracts of estimators, most of whose time is the host's. */
  static void estimators(CudaDevice device) {
    run(selectClasspathRoots(Set.of(origin())), TagFilter.includeTags(REFERENCE_ONLY));
  }

  /**
   * Those of kernels that work on what they have copied to shared memory while they copy more: a
   * race between the two, which the software device cannot have, is what a sanitizer looks for.
   */
  static void rings(CudaDevice device) {
    run(
        List.of(
            selectClass(CudaSweepsTest.class),
            selectClass(CudaPolishTest.class),
            selectClass(CudaRoundedSearchTest.class),
            selectClass(CudaTensorSumsTest.class)),
        TagFilter.excludeTags(REFERENCE_ONLY));
  }

  private static void run(List<? extends DiscoverySelector> tests, PostDiscoveryFilter some) {
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(tests)
                .filters(TagFilter.includeTags("device"), some)
                .build(),
            summary,
            new Progress());
    TestExecutionSummary found = summary.getSummary();
    print("tests that passed", found.getTestsSucceededCount());
    print("tests that failed", found.getTotalFailureCount());
    print("tests that were left out", found.getTestsAbortedCount());
    if (found.getTestsSucceededCount() == 0 || found.getTotalFailureCount() > 0) {
      throw new AssertionError("not every test passed, or none was found in " + origin());
    }
  }

  private static void print(String name, long count) {
    DayFigures.print(name, "", (double) count);
  }

  /** The jar or the folder of this class. */
  private static Path origin() {
    return Path.of(
        URI.create(
            ContractFigures.class.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  /** Names each test when it starts, so that one that hangs is known, and those that fail. */
  private static final class Progress implements TestExecutionListener {
    @Override
    public void executionStarted(TestIdentifier test) {
      if (test.isTest()) {
        System.err.println("starts: " + place(test));
      }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      if (result.getStatus() == TestExecutionResult.Status.FAILED) {
        String why = result.getThrowable().map(Throwable::toString).orElse("");
        DayFigures.print("failed: " + place(test), why.substring(0, Math.min(500, why.length())));
      }
    }

    private static String place(TestIdentifier test) {
      return test.getUniqueId().replaceFirst("^.*\\[class:", "");
    }
  }
}
