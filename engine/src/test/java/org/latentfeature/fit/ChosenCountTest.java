package org.latentfeature.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.latentfeature.fit.ChosenCount.Candidate;

class ChosenCountTest {

  private static final List<Candidate> TABLE =
      List.of(
          new Candidate(0, 1, 500, 1, .1),
          new Candidate(1, .5, 300, .6, .05),
          new Candidate(2, .4, 320, .59, 0));

  @Test
  void oneLineSaysWhy() {
    assertEquals(
        "K = 14: both spectral counts are 14",
        new ChosenCount(
                14,
                ChosenCount.SPECTRAL,
                Map.of("gavish_donoho", 14, "kritchman_nadler", 14),
                List.of())
            .toString());
    assertEquals(
        "K = 3: the spectral counts are 3, and 2 of centred X",
        new ChosenCount(
                3,
                ChosenCount.SPECTRAL,
                Map.of("gavish_donoho", 3, "kritchman_nadler", 2),
                List.of())
            .toString());
    assertEquals(
        "K = 1: held-out entries (rmse 0.600, within one standard error of 2 features; the"
            + " shortest description has 1 feature; the spectral counts are 5, and unknown of"
            + " centred X)",
        new ChosenCount(
                1,
                ChosenCount.HELD_OUT,
                Map.of("gavish_donoho", 5, "description_length", 1, "held_out_least", 2),
                TABLE)
            .toString());
    assertEquals(
        "no feature found: X looks like noise (both spectral counts are 0; no K up to 2 describes"
            + " X in fewer bits than none)",
        new ChosenCount(
                0,
                ChosenCount.DESCRIPTION,
                Map.of("gavish_donoho", 0, "kritchman_nadler", 0),
                TABLE)
            .toString());
  }

  @Test
  void whatContradictsItselfIsRefused() {
    for (ThrowingChoice wrong :
        List.<ThrowingChoice>of(
            () -> new ChosenCount(1, "taste", Map.of(), TABLE),
            () -> new ChosenCount(3, ChosenCount.HELD_OUT, Map.of(), TABLE),
            () -> new ChosenCount(-1, ChosenCount.HELD_OUT, Map.of(), TABLE),
            () -> new ChosenCount(0, ChosenCount.HELD_OUT, Map.of(), TABLE.subList(1, 3)))) {
      assertThrows(IllegalArgumentException.class, wrong::make);
    }
  }

  private interface ThrowingChoice {
    ChosenCount make();
  }
}
