package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;

/** How the members of {@link Method#BEST} share a time limit, by a clock that counts questions. */
final class SharedTimeTest {

  /** Noise for the most part: no rounding of a convex fit settles it. */
  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(60, 12, 3, 2, 5);

  private final AtomicLong clock = new AtomicLong();

  private LassoResult fit(Method method, long limit) {
    LassoOptions options =
        LassoOptions.of(3)
            .withMethod(method)
            .withPenalty(new Penalty.Relative(.03))
            .withTimeLimit(limit == 0 ? null : Duration.ofNanos(limit));
    clock.set(0);
    try (Backend backend = Backends.open("java", 1).backend()) {
      return new LatentFeatureLasso(backend, options, clock::incrementAndGet)
          .fit(PROBLEM.x(), FitListener.SILENT);
    }
  }

  /** How often a fit reads the clock that it may end by. */
  private long questions(Method method) {
    fit(method, Long.MAX_VALUE / 2);
    return clock.get();
  }

  private static List<String> stages(LassoResult result) {
    return result.trace().stream().map(FitEvent::stage).toList();
  }

  /** What one member alone would have taken is enough for a path too. */
  @Tag("whole")
  @Test
  void theSecondMemberHasItsShareOfWhatTheFirstCouldUseUp() {
    LassoResult result = fit(Method.BEST, questions(Method.LASSO));
    assertEquals(Ending.TIME_LIMIT, result.ended());
    assertTrue(stages(result).contains("lasso"), () -> stages(result).toString());
    assertTrue(stages(result).contains("path"), () -> stages(result).toString());
    assertEquals(3, result.z().cols());
  }

  /** A path that ends early leaves its time to the convex fit, which goes on where it was. */
  @Tag("whole")
  @Test
  void theFirstMemberHasWhatTheSecondLeaves() {
    long limit = 2 * Math.max(questions(Method.LASSO) * 3 / 4, questions(Method.PATH));
    List<String> stages = stages(fit(Method.BEST, limit));
    int path = stages.lastIndexOf("path");
    assertTrue(path > stages.indexOf("lasso"), stages::toString);
    assertTrue(stages.lastIndexOf("lasso") > path, stages::toString);
  }

  @Tag("whole")
  @Test
  void aLimitThatIsNotReachedChangesNothing() {
    LassoResult free = fit(Method.BEST, 0);
    LassoResult limited = fit(Method.BEST, 100 * questions(Method.BEST));
    assertEquals(free.z(), limited.z());
    assertEquals(free.rmse(), limited.rmse());
    assertEquals(free.ended(), limited.ended());
    assertFalse(free.trace().isEmpty());
  }
}
