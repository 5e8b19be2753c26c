package org.latentfeature.evidence.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.latentfeature.evidence.Worded;

class RecordColumnsTest {

  enum Colour implements Worded {
    RED,
    DARK_BLUE;

    @Override
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  record Size(int width, long depth) {

    Size {
      if (width < 0) {
        throw new IllegalArgumentException("width is " + width);
      }
    }
  }

  record Thing(Size size, Colour colour, double weight, String name, List<String> parts, int kind) {

    public boolean heavy() {
      return weight > 1;
    }
  }

  private static final RecordColumns<Thing> COLUMNS =
      new RecordColumns<>(
              Thing.class, "name", "depth", "w:width", "colour", "heavy", "weight", "parts")
          .with(
              "parts",
              List.class,
              parts -> parts.size() + " parts",
              text -> List.of(text.substring(2)))
          .constant("kind", 7);

  @Test
  void aRecordBecomesCellsAndTheseTheRecord() {
    Thing thing = new Thing(new Size(3, 1L << 40), Colour.DARK_BLUE, 1.5, "a", List.of("parts"), 7);
    List<Object> cells = COLUMNS.cells(thing);
    assertEquals(List.of("a", 1L << 40, 3, "dark-blue", true, 1.5, "1 parts"), cells);
    assertEquals(
        List.of("name", "depth", "w", "colour", "heavy", "weight", "parts"), COLUMNS.names());
    assertEquals(thing, COLUMNS.point(cells.stream().map(String::valueOf).toList()));
  }

  @Test
  void cellsOfNoRecordAreRefused() {
    for (List<String> wrong :
        List.of(
            List.of("a", "1", "-1", "red", "true", "1", "1 parts"),
            List.of("a", "1", "1", "green", "true", "1", "1 parts"),
            List.of("a", "1.5", "1", "red", "true", "1", "1 parts"),
            List.of("a", "1", "1", "red", "true", "heavy", "1 parts"))) {
      assertThrows(IllegalArgumentException.class, () -> COLUMNS.point(wrong), wrong.toString());
    }
  }

  @Test
  void aColumnOfNothingIsAMistakeOfTheProgram() {
    RecordColumns<Size> wrong = new RecordColumns<>(Size.class, "width", "height");
    assertThrows(IllegalStateException.class, () -> wrong.cells(new Size(1, 2)));
  }
}
