package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.step.AtomSearch.Sweeps;

final class SweepGroupsTest {

  /** Sizes of the groups that objectives 2 − 2^-n are asked for. */
  private static List<Integer> groups(double tolerance, int most, int size) {
    IntToDoubleFunction objective = n -> 2 - Math.pow(.5, n);
    List<Integer> groups = new ArrayList<>();
    Sweeps sweeps =
        SweepGroups.until(
            tolerance,
            most,
            size,
            (first, count) -> {
              assertEquals(groups.stream().mapToInt(i -> i).sum(), first);
              groups.add(count);
              return IntStream.range(first, first + count).mapToDouble(objective).toArray();
            });
    int all = groups.stream().mapToInt(i -> i).sum();
    assertEquals(
        IntStream.range(0, all).mapToDouble(objective).boxed().toList(),
        sweeps.objectives(),
        "all that ran are listed");
    return groups;
  }

  /** The gain of sweep n, from 0 on, is 2^-n. */
  @ParameterizedTest
  @CsvSource({".6, 2", ".2, 3", ".1, 4", ".05, 5", ".03, 6", ".015, 7", "1e-3, 10", "1e-4, 14"})
  void atMostThreeAreTooManyAndFourHaveOneWait(double tolerance, int asked) {
    assertEquals(asked, groups(tolerance, 100, 1).size(), "one after another");
    List<Integer> groups = groups(tolerance, 100, 4);
    int done = groups.stream().mapToInt(i -> i).sum();
    assertTrue(asked <= done && done <= asked + 3, groups::toString);
    assertTrue(groups.size() <= 1 + done / 4., groups::toString);
  }

  @Test
  void noMoreAreDoneThanAllowed() {
    assertEquals(List.of(1), groups(0, 1, 4));
    assertEquals(List.of(2, 4, 3), groups(0, 9, 4));
    assertEquals(List.of(1, 1, 1), groups(0, 3, 1));
  }

  @Test
  void onlyShortSweepsAreGrouped() {
    Gpu gpu = PaperModel.H100;
    int[] sizes =
        PaperModel.SIZES.stream()
            .mapToInt(
                s ->
                    SweepGroups.size(SweepPlan.of(SweepBlocks.choose(s, 8, gpu)), s.cols(), 8, gpu))
            .toArray();
    assertEquals(List.of(4, 4, 1), IntStream.of(sizes).boxed().toList());
  }
}
