package org.latentfeature.study.many;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.data.DataException;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoOptions.Corrective;
import org.latentfeature.lasso.Method;
import org.latentfeature.lasso.Penalty;

/** From a list and a grid to problems and their names. */
class ProblemListTest {

  @TempDir Path folder = Path.of("");

  private List<Problem> read(String name, String text, Grid grid) throws IOException {
    return ProblemList.read(Files.writeString(folder.resolve(name), text), grid);
  }

  private static List<String> names(List<Problem> problems) {
    return problems.stream().map(Problem::name).toList();
  }

  private static LassoOptions lasso(Problem problem) {
    return (LassoOptions) problem.options();
  }

  private void refuses(String name, String text, Grid grid, String... parts) {
    String message =
        String.valueOf(
            assertThrows(DataException.class, () -> read(name, text, grid)).getMessage());
    for (String part : parts) {
      assertTrue(message.contains(part), () -> "no \"" + part + "\" in: " + message);
    }
  }

  @Test
  void aLineIsAFileBesideTheList() throws IOException {
    List<Problem> problems =
        read("list.txt", "\uFEFFa.npy\n\n # not this\n  sub/b.csv \r\n/c.npy", Grid.of(4));
    assertEquals(
        List.of("a.npy", "sub/b.csv", "/c.npy"), problems.stream().map(Problem::source).toList());
    assertEquals(folder.resolve("sub/b.csv"), problems.get(1).data());
    assertEquals(Path.of("/c.npy"), problems.get(2).data());
    assertEquals(List.of("a-k4-seed0", "sub-b-k4-seed0", "c-k4-seed0"), names(problems));
  }

  /** Not those of the grid: what was computed wrongly was not left open. */
  @ParameterizedTest
  @CsvSource({"relative-penalty, NaN", "penalty, nan", "l1, -NaN", "k, NaN", "seed, nan"})
  void aValueThatIsNoNumberIsNoEmptyCell(String column, String value) {
    String table = "data,%s\na.npy,%s\n".formatted(column, value);
    refuses(
        "list.csv", table, Grid.of(2), "line 2", column + " is " + value, "leave the cell empty");
  }

  @Test
  void moreFitsThanCanBeDoneAreRefusedAtOnce() throws IOException {
    String most = "data\na.npy\n";
    refuses(
        "list.csv",
        most,
        Grid.of(2).withBootstraps(1_000_000),
        "1,000,001 fits",
        "Grid.bootstraps");
    Grid half = Grid.of(2).withBootstraps(499_999);
    refuses("list.csv", "data\na.npy\nb.npy\nc.npy\n", half, "1,500,000 fits");
    Grid many = Grid.of(2).withSeeds(LongStream.range(0, 10).boxed().toList());
    Grid more = many.with("l1", List.of("1", "2")).withBootstraps(Integer.MAX_VALUE);
    assertThrows(IllegalArgumentException.class, more::requirePossible);
    assertEquals(20 * (Integer.MAX_VALUE + 1.), more.fits());
    assertEquals(20, read("list.csv", most, more.withBootstraps(0)).size());
  }

  @Test
  void namesTellWhatDiffersFromTheDefaults() throws IOException {
    Grid grid =
        Grid.of(2)
            .withSeeds(List.of(7L))
            .with("penalty", List.of("relative 0.5", "2"))
            .with("method", List.of("best", "lasso"))
            .withBootstraps(1);
    assertEquals(
        List.of(
            "x-k2-seed7-relative0.5",
            "x-k2-seed7-relative0.5-boot1",
            "x-k2-seed7-relative0.5-lasso",
            "x-k2-seed7-relative0.5-lasso-boot1",
            "x-k2-seed7-mu2",
            "x-k2-seed7-mu2-boot1",
            "x-k2-seed7-mu2-lasso",
            "x-k2-seed7-mu2-lasso-boot1"),
        names(read("list", "x.npy", grid)));
  }

  @ParameterizedTest
  @CsvSource({
    "../a/X.npy, a-X",
    "../../X.npy, X",
    "./X.v2.npy, X.v2",
    "a b/c:d.csv, a-b-c-d",
    ".hidden/.x.npy, hidden-x",
    "größe.npy, größe",
    "a.b/c, a.b-c",
    "..., data"
  })
  void filesMakeNames(String source, String name) {
    assertEquals(name, ProblemName.ofFile(source));
  }

  @Test
  void aLinesOwnValuesGoBeforeTheGrids() throws IOException {
    List<Problem> problems =
        read(
            "list.csv",
            """
            name,data,K,seed,relative-penalty,method
            one,x.npy,3,9,.25,lasso
            two,y.npy,,,,
            """,
            Grid.of(2).withK(List.of(2, 5)).withSeeds(List.of(1L, 2L)));
    assertEquals(
        List.of("one", "two-k2-seed1", "two-k2-seed2", "two-k5-seed1", "two-k5-seed2"),
        names(problems));
    Problem one = problems.get(0);
    assertEquals(3, one.options().k());
    assertEquals(9, one.options().seed());
    assertEquals(new Penalty.Relative(.25), lasso(one).penalty());
    assertEquals(Method.LASSO, lasso(one).method());
    assertEquals(folder.resolve("x.npy"), one.data());
    assertEquals(2, problems.get(2).options().seed());
    assertEquals(5, problems.get(3).options().k());
  }

  @Test
  void aNamedProblemHasItsNameAlone() throws IOException {
    String table = "data\tname\tpenalty\nx.npy\tone\t.5\ny.npy\t\t\n";
    assertEquals(
        List.of("one", "y-k4-seed3"),
        names(read("l.tsv", table, Grid.of(4).withSeeds(List.of(3L)))));
  }

  @Test
  void aMatrixIsTheDataOfAll() throws IOException {
    List<Problem> problems =
        read("X.npy", "whatever", Grid.of(2).withK(List.of(2, 3)).withSeeds(List.of(1L)));
    assertEquals(List.of("X-k2-seed1", "X-k3-seed1"), names(problems));
    assertEquals(folder.resolve("X.npy"), problems.get(0).data());
  }

  @Test
  void aValueGivenTwiceIsFittedOnce() throws IOException {
    assertEquals(
        List.of("x-k2-seed0", "x-k3-seed0"),
        names(read("list", "x.npy", Grid.of(2).withK(List.of(2, 3, 2)))));
  }

  @Test
  void emptyListsAreRefused() {
    for (String name : List.of("l.tsv", "l.csv", "l.txt", "l")) {
      refuses(name, "", Grid.of(2), name);
    }
    refuses("l.tsv", "data\tk\n", Grid.of(2), "l.tsv lists no data");
    refuses("l.txt", "# nothing\n\n", Grid.of(2), "l.txt lists no data");
  }

  @Test
  void headersThatSayTooLittleOrTooMuch() {
    refuses(
        "l.csv", "file,k\nx.npy,2\n", Grid.of(2), "no column 'data'", "options of the estimators");
    refuses("l.csv", "data,sed\nx.npy,2\n", Grid.of(2), "\"sed\"", "seed");
    refuses("l.csv", "data,k,k\nx.npy,2,3\n", Grid.of(2), "twice");
    refuses("l.csv", "1.5,2.5\n2,3\n", Grid.of(2), "no column 'data'", "in a list");
  }

  @Test
  void linesThatCannotBeFitted() {
    refuses("l.csv", "data,k\nx.npy,2\ny.npy,four\n", Grid.of(2), "line 3", "\"four\"");
    refuses("l.csv", "data,k\nx.npy,0\n", Grid.of(2), "line 2", "k is 0");
    refuses("l.csv", "data,seed\nx.npy,1.5\n", Grid.of(2), "line 2", "seed", "\"1.5\"");
    refuses("l.csv", "data,penalty\nx.npy,-1\n", Grid.of(2), "line 2", "-1");
    refuses("l.csv", "data,penalty\nx.npy,much\n", Grid.of(2), "line 2", "\"much\"");
    refuses("l.csv", "data,method\nx.npy,magic\n", Grid.of(2), "\"magic\"", "lasso", "paper");
    refuses("l.csv", "data,k\n,2\n", Grid.of(2), "line 2", "no data");
    refuses("l.csv", "data\nx.npy\n", Grid.DEFAULT, "line 2", "-k");
    refuses(
        "l.csv", "data,penalty,relative-penalty\nx.npy,1,1\n", Grid.of(2), "line 2", "relative");
    refuses("l.csv", "data,penalty,method\nx.npy,1,path\n", Grid.of(2), "line 2", "path");
    refuses("l.csv", "data,k\nx.npy,1,path\n", Grid.of(2), "l.csv");
  }

  @Test
  void numbersAreThoseOfOtherTables() throws IOException {
    for (String text :
        List.of(
            "\n  \ndata,k,seed,penalty\n\nx.npy,3.0,9007199254740993,2.5e0\n",
            "data;k;seed;penalty\nx.npy;3;9007199254740993;2,5\n")) {
      LassoOptions options = lasso(read("l.csv", text, Grid.DEFAULT).get(0));
      assertEquals(3, options.k());
      assertEquals(9007199254740993L, options.seed());
      assertEquals(new Penalty.Absolute(2.5), options.penalty());
    }
    for (String number : List.of("0x1p3", "1d", "2f", "٣", "1,5", "2,5.1")) {
      refuses(
          "l.csv",
          "data,penalty\nx.npy,\"" + number + "\"\n",
          Grid.of(2),
          "line 2",
          "penalty is \"" + number + "\", which is not a number");
    }
    refuses("l.csv", "data,k\nx.npy,٣\n", Grid.of(2), "line 2", "\"٣\", which is not a whole");
    refuses("l.csv", "data,k\nx.npy,inf\n", Grid.of(2), "\"inf\", which is not a whole");
    refuses("l.csv", "data,seed\nx.npy,1e19\n", Grid.of(2), "\"1e19\", which is not a whole");
  }

  @Test
  void whatIsMissingIsLeftToTheGrid() throws IOException {
    Problem problem =
        read("l.csv", "data,k,seed,penalty,method\nx.npy,NA,na,null,n/a\n", Grid.of(2)).get(0);
    assertEquals(LassoOptions.of(2), problem.options());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/b", "a\\b", "..", "../a", ".hidden", "a:b", "a*", "\"a\tb\""})
  void namesThatAreNoFiles(String name) {
    refuses("l.csv", "data,name\nx.npy," + name + "\n", Grid.of(2), "line 2", "cannot name");
  }

  @Test
  void aNameOfTooManyCharacters() {
    refuses("l.csv", "data,name\nx.npy," + "a".repeat(201) + "\n", Grid.of(2), "longer than 200");
    // 150 characters, but 300 bytes, which no file system takes.
    refuses("l.csv", "data,name\nx.npy," + "é".repeat(150) + "\n", Grid.of(2), "longer than 200");
  }

  @Test
  void theLongestNameIsAFile() throws IOException {
    String name = "é".repeat(100);
    Problem problem = read("l.csv", "data,name\nx.npy," + name + "\n", Grid.of(2)).get(0);
    Files.writeString(folder.resolve(problem.name() + RunFolder.MODEL), "a model");
  }

  @Test
  void aDeepPathIsShortenedAndStaysDifferent() throws IOException {
    String deep = "größe/".repeat(40);
    Grid grid = Grid.of(2).withSeeds(List.of(1L, 2L));
    List<String> names = names(read("l", deep + "x.npy\n" + deep + "x.csv\n", grid));
    assertEquals(4, Set.copyOf(names).size());
    for (String name : names) {
      assertTrue(name.getBytes(StandardCharsets.UTF_8).length <= 200, name);
      assertTrue(name.contains("größe-x-"), name);
      assertTrue(name.endsWith("-k2-seed1") || name.endsWith("-k2-seed2"), name);
    }
    // A list may grow, and what was fitted keeps its name.
    assertEquals(
        names.get(1), names(read("l", deep + "x.npy", grid.withSeeds(List.of(2L)))).get(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"CON", "nul", "COM1", "lpt9.x", "Aux.tar.gz", "com²"})
  void devicesOfWindowsAreNoNames(String name) {
    refuses("l.csv", "data,name\nx.npy," + name + "\n", Grid.of(2), "line 2", name, "Windows");
  }

  @Test
  void namesLikeDevicesAreNames() throws IOException {
    assertEquals(
        List.of("con-k2-seed0", "data-nul.v2-k2-seed0"),
        names(read("l", "con.npy\nnul.v2.npy", Grid.of(2))));
    assertEquals(
        List.of("console", "COM10"),
        names(read("l.csv", "data,name\nx.npy,console\nx.npy,COM10", Grid.of(2))));
  }

  @Test
  void thePapersMethodComesWithThePapersOptions() throws IOException {
    Grid grid = Grid.of(3).with("method", List.of("paper", "lasso"));
    List<Problem> problems = read("l", "x.npy", grid);
    assertEquals(LassoOptions.paper(3), problems.get(0).options());
    assertEquals(LassoOptions.of(3).withMethod(Method.LASSO), problems.get(1).options());
    assertEquals(
        LassoOptions.paper(2),
        read("l.csv", "data,method\nx.npy,paper\n", Grid.of(2)).get(0).options());
    assertEquals(
        LassoOptions.paper(3).withCorrective(Corrective.BCD),
        read("l", "x.npy", grid.with("corrective", List.of("bcd"))).get(0).options());
  }

  @Test
  void twoOfOneName() {
    refuses("l.csv", "data,name\nx.npy,a\ny.npy,A\n", Grid.of(2), "line 2", "line 3", "named A");
    refuses("l.txt", "x.npy\nx.csv\n", Grid.of(2), "line 1", "line 2", "x-k2-seed0", "'name'");
  }

  @Test
  void aMissingList() {
    String message =
        String.valueOf(
            assertThrows(
                    DataException.class,
                    () -> ProblemList.read(folder.resolve("no.tsv"), Grid.of(2)))
                .getMessage());
    assertTrue(message.contains("no such file"), message);
  }
}
