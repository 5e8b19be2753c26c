package org.latentfeature.study.many;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.latentfeature.fit.estimator.Estimators;

/** Who fits what next. */
class WorkOrderTest {

  private static WorkOrder of(String data) {
    List<Problem> problems = new ArrayList<>();
    for (String name : data.chars().mapToObj(Character::toString).toList()) {
      problems.add(
          new Problem(
              name,
              name,
              Path.of(name),
              Estimators.named(Estimators.DEFAULT).request(1, Map.of()),
              0));
    }
    return new WorkOrder(problems);
  }

  @Test
  void oneWorkerStaysWithItsData() {
    WorkOrder order = of("abacb");
    List<Integer> taken = new ArrayList<>();
    Path last = null;
    for (int i = order.take(last); i >= 0; i = order.take(last)) {
      taken.add(i);
      last = Path.of("abacb".substring(i, i + 1));
    }
    assertEquals(List.of(0, 2, 1, 4, 3), taken);
  }

  @Test
  void severalBeginWithDifferentDataAndEndTogether() {
    WorkOrder order = of("aaabb");
    assertEquals(0, order.take(null));
    assertEquals(3, order.take(null));
    assertEquals(4, order.take(Path.of("b")));
    assertEquals(1, order.take(Path.of("b")));
    assertEquals(2, order.take(Path.of("a")));
    assertEquals(-1, order.take(Path.of("a")));
    assertEquals(-1, order.take(null));
  }
}
