package org.latentfeature.cuda;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;

import java.net.URI;
import java.nio.file.Path;
import java.util.Set;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import org.latentfeature.cuda.probe.CudaDevice;

/** All tests of the backend, on the machine's own device: {@code -Drequire.backend=cuda}. */
final class ContractFigures {

  private ContractFigures() {}

  static void print(CudaDevice device) {
    Path tests = origin();
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClasspathRoots(Set.of(tests)))
                .filters(TagFilter.includeTags("device"))
                .build(),
            summary,
            new Failures());
    TestExecutionSummary found = summary.getSummary();
    print("tests that passed", found.getTestsSucceededCount());
    print("tests that failed", found.getTotalFailureCount());
    print("tests that were left out", found.getTestsAbortedCount());
    if (found.getTestsSucceededCount() == 0 || found.getTotalFailureCount() > 0) {
      throw new AssertionError("not every test passed, or none was found in " + tests);
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

  /** Tells of each as it happens. */
  private static final class Failures implements TestExecutionListener {
    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      if (result.getStatus() == TestExecutionResult.Status.FAILED) {
        String place = test.getUniqueId().replaceFirst("^.*\\[class:", "");
        String why = result.getThrowable().map(Throwable::toString).orElse("");
        DayFigures.print("failed: " + place, why.substring(0, Math.min(500, why.length())));
      }
    }
  }
}
