package org.latentfeature.cli.effect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every option of every command changes what its line in the table of effects says, and there is no
 * option without a line. Each module has a table of its own commands.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class EffectContract {

  private static final Path TABLE = Path.of("src", "test", "effects");

  private static final Set<String> ALWAYS_THE_SAME =
      Set.of("status", "json", "opened", "threads", "devices", "precision");

  private static final List<String> ONE_THREAD = List.of("--threads", "1");

  private final EffectTable table = EffectTable.read(TABLE);
  private Trials trials = new Trials(Path.of("unset"));

  private final Predicate<String> isTested;

  /**
   * Reads the table.
   *
   * @param isTested whether the table is about the command of which this is the first word
   */
  protected EffectContract(Predicate<String> isTested) throws IOException {
    this.isTested = isTested;
  }

  /** The effects of options, as the files of the module state them. */
  List<Effect> all() {
    return table.effects();
  }

  @BeforeAll
  void prepare(@TempDir Path folder) throws IOException {
    trials = new Trials(folder);
    trials.copy(TABLE.resolve("in"));
    table.given().forEach(trials::prepare);
  }

  Stream<Effect> effects() {
    return table.effects().stream().filter(effect -> effect.elsewhere() == null);
  }

  @ParameterizedTest
  @MethodSource("effects")
  void anOptionChangesWhatItIsFor(Effect effect) throws IOException {
    Outcome with = trials.of(effect.with());
    for (String claim : effect.claims()) {
      if (claim.startsWith("fails ")) {
        trials.of(effect.base()).run().succeeds();
        with.run().fails(claim.substring("fails ".length()));
      } else {
        changes(effect, claim, with);
      }
    }
  }

  /** What differs between two runs without the option shows nothing. */
  private void changes(Effect effect, String claim, Outcome with) throws IOException {
    Outcome without = trials.of(effect.base());
    int status = claim.equals("err") ? without.run().status() : 0;
    assertEquals(status, with.run().status(), () -> effect + "\n" + with.run());
    boolean mayFail = claim.equals("status");
    assertTrue(mayFail || status == without.run().status(), () -> effect + "\n" + without.run());
    String before = without.facet(claim, effect);
    assertNotEquals(before, with.facet(claim, effect), () -> effect + " does not change " + claim);
    if (!ALWAYS_THE_SAME.contains(claim)) {
      String again = trials.again(effect.base()).facet(claim, effect);
      assertEquals(before, again, () -> effect + ": " + claim + " is not the same twice");
    }
  }

  @Test
  void everyOptionHasAnEffect() {
    Set<String> options = AllOptions.ofCommands(isTested);
    assertFalse(options.isEmpty());
    assertEquals(Set.of(), left(options, AllOptions.ofCommands(all())));
  }

  static Set<String> left(Set<String> all, Set<String> known) {
    Set<String> left = new TreeSet<>(all);
    left.removeAll(known);
    return left;
  }

  /** The engine's threads, beside the caller's, may work for none of these commands. */
  @ParameterizedTest
  @MethodSource("single")
  void oneThreadIsOne(List<String> command) throws IOException {
    Outcome outcome = trials.of(command);
    outcome.run().succeeds();
    assertEquals(0, outcome.helpers(), command.toString());
  }

  Stream<List<String>> single() {
    return effects()
        .filter(effect -> effect.option().equals(ONE_THREAD))
        .map(Effect::with)
        .distinct();
  }

  Stream<Effect> elsewhere() {
    return table.effects().stream().filter(effect -> effect.elsewhere() != null);
  }

  @ParameterizedTest
  @MethodSource("elsewhere")
  void aTestElsewhereIsThere(Effect effect) throws ClassNotFoundException {
    String[] words = String.valueOf(effect.elsewhere()).split("#", 2);
    Class<?> test = Class.forName("org.latentfeature." + words[0]);
    assertTrue(
        Stream.<Class<?>>iterate(test, Objects::nonNull, Class::getSuperclass)
            .flatMap(type -> Stream.of(type.getDeclaredMethods()))
            .anyMatch(m -> m.getName().equals(words[1])),
        effect::toString);
  }
}
