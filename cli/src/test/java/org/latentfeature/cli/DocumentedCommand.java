package org.latentfeature.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A line of a shell block in a page, such as {@code ./lfm fit X.npy -k 5 -o m.lfm # note}.
 *
 * @param text the command
 * @param note what stands behind the {@code #}
 */
public record DocumentedCommand(String text, String note) {

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```sh\n(.*?)^```$");

  /** A note that gives a time above ten seconds. */
  private static final Pattern LONG = Pattern.compile("\\b(?:\\d{2,} s|[\\d.]+ (?:min|h))\\b");

  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

  private static final String LFM = "./lfm ";

  static Stream<DocumentedCommand> of(Path page) throws IOException {
    Matcher block = BLOCK.matcher(Files.readString(page));
    List<DocumentedCommand> commands = new ArrayList<>();
    while (block.find()) {
      block.group(1).lines().map(DocumentedCommand::parse).forEach(commands::add);
    }
    return commands.stream().filter(command -> !command.text.isEmpty());
  }

  private static DocumentedCommand parse(String line) {
    String[] parts = line.split("(?<=^|\\s)#", 2);
    return new DocumentedCommand(parts[0].strip(), parts.length == 1 ? "" : parts[1].strip());
  }

  boolean isLfm() {
    return text.startsWith(LFM);
  }

  /** Whether it is one of the papers' experiments. */
  public boolean isExperiment() {
    return text.startsWith(LFM + "reproduce ");
  }

  boolean isLong() {
    return LONG.matcher(note).find();
  }

  /** What {@code ./lfm} is called with. */
  String[] arguments() {
    return WORD.matcher(text.substring(LFM.length()))
        .results()
        .map(word -> word.group().replaceAll("^(['\"])(.*)\\1$", "$2"))
        .toArray(String[]::new);
  }
}
