package org.latentfeature.report.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.latentfeature.report.fit.RowGroups.Group;

class RowGroupsTest {

  @Test
  void theMostFrequentComeFirstAndEqualOnesByName() {
    RowGroups groups = RowGroups.of(List.of("b", "a", " a", "", "c", "a"));
    assertEquals(
        List.of(
            new Group("a", List.of(1, 2, 5)),
            new Group("(no label)", List.of(3)),
            new Group("b", List.of(0)),
            new Group("c", List.of(4))),
        groups.groups());
    assertTrue(groups.isShared());
    assertFalse(RowGroups.of(List.of("a", "b")).isShared());
  }

  @Test
  void rareLabelsStandTogether() {
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      labels.add("once " + i);
    }
    for (int i = 0; i < 29; i++) {
      labels.addAll(List.of("twice " + i, "twice " + i));
    }
    RowGroups groups = RowGroups.of(labels);
    assertEquals(69, groups.labels());
    assertEquals(RowGroups.MOST + 1, groups.groups().size());
    assertEquals(new Group("once 0", List.of(0)), groups.groups().get(29));
    Group others = groups.groups().get(RowGroups.MOST);
    assertEquals("39 others", others.name());
    assertEquals(IntStream.range(1, 40).boxed().toList(), others.rows());
  }
}
