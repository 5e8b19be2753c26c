package org.latentfeature.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AnswerTest {

  @Test
  void textRoundsNumbersAndJsonDoesNot() {
    Answer answer = new Answer().with("rmse", 0.041734586000000004).with("rows", 1000);
    assertEquals("rmse  0.0417346\nrows  1000", answer.text().replace("\r\n", "\n"));
    assertTrue(answer.json().contains("0.041734586000000004"), answer::json);
  }

  @Test
  void smallAndLargeNumbersHaveExponents() {
    assertEquals("2.90683E-17", Answer.word(2.9068328937388364E-17));
    assertEquals("1.23457E+20", Answer.word(1.23456789e20));
    assertEquals("0.000123457", Answer.word(1.23456789e-4));
    assertEquals("398", Answer.word(398.0));
    assertEquals(0.0, Answer.word(0.0));
    assertEquals(Double.NaN, Answer.word(Double.NaN));
  }
}
