package org.latentfeature.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.io.MissingCode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

class TableOptionsTest {

  @Command(name = "any")
  private static final class Any {
    @Mixin TableOptions table = new TableOptions();
  }

  @Test
  void codes() {
    assertNull(parse());
    assertEquals(MissingCode.NAN, parse("--missing", "nan"));
    assertEquals(MissingCode.of(-9), parse("--missing", "-9"));
    assertEquals(MissingCode.of(-9), parse("--missing=-9.0"));
    for (String text : new String[] {"k.A.", "-", ".", "*"}) {
      assertEquals(MissingCode.parse(text), parse("--missing", text));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "inf", "-9,-8"})
  void otherTextIsWrongUse(String text) {
    ParameterException e = assertThrows(ParameterException.class, () -> parse("--missing", text));
    String message = String.valueOf(e.getMessage());
    assertTrue(message.contains("--missing"), message);
    assertTrue(message.contains('"' + text + '"'), message);
    assertTrue(message.contains("it must be nan, a number"), message);
  }

  private static @Nullable MissingCode parse(String... arguments) {
    Any any = new Any();
    new CommandLine(any).parseArgs(arguments);
    return any.table.missing.missing;
  }
}
