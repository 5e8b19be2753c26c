package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class DidYouMeanTest {

  @Test
  void slipsAreLettersChangedLeftOutAddedOrSwapped() {
    List<String> known = List.of("fit", "fit-many", "path", "info", "markov");
    assertEquals("; did you mean fit?", DidYouMean.of("fti", known));
    assertEquals("; did you mean path?", DidYouMean.of("paht", List.of("path", "lasso")));
    assertEquals("; did you mean markov?", DidYouMean.of("MARKOF", known));
    assertEquals("; did you mean fit-many?", DidYouMean.of("fitmany", known));
    assertEquals("", DidYouMean.of("colour", known));
    assertEquals("", DidYouMean.of("", known));
    assertEquals("", DidYouMean.of("x", known));
    assertEquals(
        "; did you mean syn0 or syn1?", DidYouMean.of("syn9", List.of("syn0", "syn1", "dense")));
  }
}
