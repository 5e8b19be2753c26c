package org.latentfeature.cli.option;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.cli.Run;

class EstimatorOptionsTest {

  @TempDir Path folder;

  /** One of the two would be ignored. */
  @ParameterizedTest
  @CsvSource({
    "fit, --method lasso, method=path",
    "fit, --penalty 3, penalty=5",
    "fit, --robust, robust=false",
    "fit-many, --method lasso, method=path",
    "fit-many, --penalty 3, penalty=5",
    "fit-many, --relative-penalty .3, relative-penalty=.5"
  })
  void anOptionIsSetOnce(String command, String option, String setting) throws IOException {
    Path x = Files.writeString(folder.resolve("x.csv"), "1,2\n3,4\n");
    Path list = Files.writeString(folder.resolve("list.txt"), x + "\n");
    Path out = folder.resolve("out");
    Path data = command.equals("fit") ? x : list;
    List<Object> words = new ArrayList<>(List.of(command, data, "-k", 1, "-o", out));
    words.addAll(List.of((Object[]) option.split(" ", -1)));
    words.addAll(List.of("--set", setting));
    String name = option.replaceFirst(" .*", "");
    Run.lfm(words.toArray()).isWrongUse(name + " and --set " + setting);
    assertFalse(Files.exists(out));
  }
}
