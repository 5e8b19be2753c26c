package org.latentfeature.io.genome;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Standardisation;

class GenotypesTest {

  private static final float NAN = Float.NaN;

  private static Genotypes three() {
    Map<String, List<String>> labels = new LinkedHashMap<>();
    labels.put("id", List.of("p", "q", "r"));
    labels.put("country", List.of("Kenya", "Kenya", "Brazil"));
    return new Genotypes(
        List.of("A", "B", "C"),
        labels,
        Matrix.of(new float[][] {{1, 2, 3}, {4, NAN, 6}, {7, 8, 9}}));
  }

  @Test
  void peopleCanBeSelected() {
    Genotypes some = three().selectPeople(new int[] {2, 1});
    assertEquals(List.of("r", "q"), some.labels().get("id"));
    assertEquals(List.of("Brazil", "Kenya"), some.labels().get("country"));
    GenotypeReaderTest.assertRows(some, new float[][] {{7, 8, 9}, {4, NAN, 6}});
    assertEquals("row 2 (id q)", some.person(1));
  }

  @Test
  void lociOfAnotherOrderAreRearranged() {
    Genotypes g = three();
    assertSame(g, g.inOrderOf(List.of("A", "B", "C"), "g.csv"));
    Genotypes moved = g.inOrderOf(List.of("C", "A", "B"), "g.csv");
    assertEquals(List.of("C", "A", "B"), moved.loci());
    assertEquals(g.labels(), moved.labels());
    GenotypeReaderTest.assertRows(moved, new float[][] {{3, 1, 2}, {6, 4, NAN}, {9, 7, 8}});
  }

  @Test
  void otherLociAreNamed() {
    Genotypes g = three();
    GenotypeReaderTest.assertSays(
        () -> g.inOrderOf(List.of("A", "B", "C", "D"), "g.csv"),
        "the loci of g.csv differ from the model's: it lacks D; give",
        "the same 4 loci, in any order");
    GenotypeReaderTest.assertSays(
        () -> g.inOrderOf(List.of("B"), "g.csv"), "the model lacks A, C; give");
    GenotypeReaderTest.assertSays(
        () -> g.inOrderOf(List.of("D", "E", "A", "F", "G", "H"), "g.csv"),
        "it lacks D, E, F and 2 more, and the model lacks B, C; give");
  }

  @Test
  void whatIsMissingAndOfWhomNothingIsKnown() {
    assertEquals(1, three().missing("g.csv").count());
    assertEquals(1, three().missing("g.csv").count(1));
    Genotypes empty =
        new Genotypes(
            List.of("A", "B"),
            Map.of("id", List.of("p", "q")),
            Matrix.of(new float[][] {{1, NAN}, {NAN, NAN}}));
    GenotypeReaderTest.assertSays(
        () -> empty.missing("g.csv"), "row 2 (id q) of g.csv has no known entry", "remove");
    GenotypeReaderTest.assertSays(
        () -> Standardisation.of(empty.x(), empty.loci(), "g.csv"),
        "column 2 (B) of g.csv has no known entry");
  }

  @Test
  void contradictionsAreRefused() {
    Matrix x = Matrix.allocate(2, 2);
    assertThrows(IllegalArgumentException.class, () -> new Genotypes(List.of("A"), Map.of(), x));
    assertThrows(
        IllegalArgumentException.class, () -> new Genotypes(List.of("A", "A"), Map.of(), x));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Genotypes(List.of("A", "B"), Map.of("id", List.of("p")), x));
  }
}
