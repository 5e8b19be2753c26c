package org.latentfeature.cli.effect;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The effects of options, as the files of a folder state them. Lines that begin with {@code given}
 * are commands that prepare files. A line that begins in the first column is a command; indented
 * lines after it, or after several, are options of each that has them:
 *
 * <pre>
 * fit in/x.npy -k 2 -o out/m.lfm
 *   --robust => out/m.lfm, out:outlying_rows
 *   --seed 1 &amp; --json => out/m.lfm &amp; json
 *   --certify == cli.lasso.FitCommandTest#aCertificateIsPrintedAndKept
 * </pre>
 *
 * <p>What stands after {@code =>} must differ from a run without the option, which replaces one of
 * the same name. Options with {@code &} between them are tried in one run, each with claims of its
 * own. {@code ==} names the test that shows the effect. A line that ends with a backslash goes on
 * in the next.
 *
 * @param given commands that prepare the files of folder {@code in}
 * @param effects of all options
 */
record EffectTable(List<List<String>> given, List<Effect> effects) {

  private static final String GIVEN = "given ";

  /** All files of a folder, in the order of their names. */
  static EffectTable read(Path folder) throws IOException {
    EffectTable table = new EffectTable(new ArrayList<>(), new ArrayList<>());
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        table.add(file);
      }
    }
    return table;
  }

  private void add(Path file) throws IOException {
    List<List<String>> commands = new ArrayList<>();
    boolean hasOptions = false;
    int number = 0;
    String before = "";
    for (String part : Files.readAllLines(file)) {
      number++;
      String line = before + part;
      before = line.endsWith("\\") ? line.substring(0, line.length() - 1) : "";
      if (line.isBlank() || line.startsWith("#") || !before.isEmpty()) {
        continue;
      }
      if (line.startsWith(GIVEN)) {
        given.add(words(line.substring(GIVEN.length())));
      } else if (line.startsWith(" ")) {
        addOptions(file.getFileName() + ":" + number, commands, line);
        hasOptions = true;
      } else {
        if (hasOptions) {
          commands.clear();
        }
        commands.add(words(line));
        hasOptions = false;
      }
    }
  }

  private static List<String> words(String line) {
    return List.of(line.strip().split("\\s+"));
  }

  private void addOptions(String place, List<List<String>> commands, String line) {
    int count = effects.size();
    for (List<String> base : commands) {
      addOptionsOf(base, place, line);
    }
    if (effects.size() == count) {
      throw new IllegalArgumentException(place + ": no command has this option");
    }
  }

  /** Those of the line that the command has. */
  private void addOptionsOf(List<String> base, String place, String line) {
    String[] sides = line.split(" =[=>] ", 2);
    String[] claims = sides[1].split(" & ", -1);
    List<List<String>> options =
        Arrays.stream(sides[0].split(" & ", -1)).map(EffectTable::words).toList();
    List<List<String>> had =
        options.stream()
            .filter(option -> Effect.find(Effect.command(base), option.get(0)) != null)
            .toList();
    for (List<String> option : had) {
      String claim = claims[options.indexOf(option)].strip();
      List<String> all = had.stream().flatMap(List::stream).toList();
      effects.add(
          line.contains(" == ")
              ? new Effect(place, base, option, all, List.of(), claim)
              : new Effect(place, base, option, all, List.of(claim.split(", *")), null));
    }
  }
}
