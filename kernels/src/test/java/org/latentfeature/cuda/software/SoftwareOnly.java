package org.latentfeature.cuda.software;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;

/**
 * Skips the tests of a class, and counts them as skipped, where there is no software device; fails
 * them with {@code -Dsoftcuda.required=true}.
 */
public final class SoftwareOnly implements ExecutionCondition {

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return evaluate();
  }

  static ConditionEvaluationResult evaluate() {
    try {
      return ConditionEvaluationResult.enabled("it lies in " + SoftwareDevice.folder());
    } catch (TestAbortedException e) {
      return ConditionEvaluationResult.disabled(e.getMessage());
    }
  }
}
