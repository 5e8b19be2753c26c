package org.latentfeature.cuda.software;

import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.latentfeature.backend.Probe;
import org.latentfeature.cuda.CudaProvider;

/**
 * As {@link SoftwareOnly}, for tests that also run on the machine's own device: with {@code
 * -Drequire.backend=cuda} they are never skipped, and fail, once a class, where there is none.
 */
public final class AnyDevice implements ExecutionCondition {

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if (!SoftwareDevice.isReplaced()) {
      return SoftwareOnly.evaluate();
    }
    Probe probe = new CudaProvider().probe();
    if (!probe.isAvailable()) {
      return fail(
          "require.backend is cuda, which cannot run here: " + String.join("; ", probe.reasons()));
    }
    return ConditionEvaluationResult.enabled("a real device was asked for");
  }
}
