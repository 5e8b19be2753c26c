package org.latentfeature.fit.estimator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitOption;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.ibp.variational.VariationalBuffetEstimator;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoOptions.Corrective;
import org.latentfeature.lasso.Method;
import org.latentfeature.lasso.Penalty;
import org.latentfeature.lasso.estimator.LassoEstimator;
import org.latentfeature.markov.Coding;
import org.latentfeature.markov.Inference;
import org.latentfeature.markov.MarkovEstimator;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.markov.TransitionPrior;
import org.latentfeature.step.coding.PathObjective.Gain;

/** The list of estimators, and their options in words, both ways. */
class EstimatorsTest {

  private static final OptionTable<LassoOptions> LASSO = new LassoEstimator().table();
  private static final OptionTable<MarkovOptions> MARKOV = new MarkovEstimator().table();

  @Test
  void allAreFoundByNameAndKind() {
    assertEquals("lasso", Estimators.named(Estimators.DEFAULT).name());
    Set<String> names = new HashSet<>();
    Set<String> kinds = new HashSet<>();
    for (Estimator<?, ?> estimator : Estimators.all()) {
      assertTrue(names.add(estimator.name()));
      assertTrue(kinds.add(estimator.kind().name()));
    }
    assertTrue(names.containsAll(List.of("lasso", "markov")), names::toString);
    assertSays(() -> Estimators.named("laso"), "'laso'", "lasso, markov");
  }

  static List<LassoOptions> lassos() {
    return List.of(
        LassoOptions.of(3),
        LassoOptions.paper(40),
        LassoOptions.of(4, Method.PATH),
        LassoOptions.of(5).withPenalty(new Penalty.Absolute(.25)),
        LassoOptions.of(5, Method.PAPER).withPenalty(new Penalty.LambdaTau(1, 1e-9)),
        LassoOptions.of(90)
            .withPenalty(new Penalty.Relative(.1))
            .withMethod(Method.LASSO)
            .withCorrective(Corrective.BCD));
  }

  @ParameterizedTest
  @MethodSource("lassos")
  void optionsOfALassoComeBackFromTheirWords(LassoOptions options) {
    assertEquals(options, LASSO.read(LassoOptions.of(options.k()), own(options)));
  }

  static List<MarkovOptions> markovs() {
    MarkovOptions options = MarkovOptions.of(7).withTransitions(new TransitionPrior(2.0, 3.5));
    return List.of(
        options,
        options.withSigma(.5).withCoding(new Coding(Gain.PAPER, 4)).withIterations(9),
        options.withInference(new Inference.Batch(3, false)),
        options.withInference(new Inference.Stochastic(4, 5, Inference.Update.PAPER, 0, 0.6)));
  }

  @ParameterizedTest
  @MethodSource("markovs")
  void optionsOfAMarkovModelComeBackFromTheirWords(MarkovOptions options) {
    assertEquals(options, MARKOV.read(MarkovOptions.of(7), own(options)));
  }

  /** As a table of problems states them. */
  private static Map<String, String> own(FitOptions options) {
    Map<String, String> words = new TreeMap<>(options.words());
    assertEquals(Integer.toString(options.k()), words.remove(FitOptions.K));
    return words;
  }

  @Test
  void whatMeansNothingCannotBeSet() {
    assertSays(() -> markov("batch", "9"), "batch applies to stochastic inference only");
    assertSays(
        () -> markov("inference", "stochastic", "exchange", "true"), "exchange applies to batch");
    assertSays(() -> markov("gamma", "2"), "gamma applies to the infinite model only");
    assertSays(() -> lasso("method", "path", "penalty", "1"), "method path", "no penalty");
    assertSays(() -> lasso("penalty", "1", "relative-penalty", ".1"), "set the same option");
    assertEquals(new Penalty.Relative(.1), lasso("relative-penalty", ".1").penalty());
    assertSays(() -> lasso("batch", "9"), "no option \"batch\"", "corrective");
    assertEquals(
        9,
        ((Inference.Stochastic) markov("inference", "stochastic", "batch", "9").inference())
            .batch());
  }

  @ParameterizedTest
  @CsvSource({
    "kappa, 0.5, above 0.5",
    "kappa, x, not a number",
    "iterations, 1.5, not a whole number",
    "iterations, 0, at least 1",
    "longest, 33, 1 … 32",
    "sigma, -1, above 0",
    "gain, most, 'marginal, paper'",
    "infinite, perhaps, true or false"
  })
  void whatIsOutOfRangeIsNamed(String name, String value, String range) {
    assertSays(() -> markov("inference", "stochastic", name, value), name + " is", value, range);
  }

  /** What help says of an option is so: its default, and that its own range has it. */
  @Test
  void defaultsAreInTheirRangesAndToldByHelp() {
    for (Estimator<?, ?> estimator : Estimators.all()) {
      Map<String, String> defaults = estimator.defaults(5).words();
      for (FitOption<?, ?> option : estimator.table().options()) {
        String word = defaults.get(option.name());
        assertTrue(option.help().contains("default: " + option.otherwise()), option::help);
        if (word != null && option.type().isNumber() && !word.equals(option.unset())) {
          assertEquals(word, option.canonical(word));
          if (option.otherwise().matches("[0-9.]+")) {
            assertEquals(Double.parseDouble(word), Double.parseDouble(option.otherwise()));
          }
        }
      }
    }
  }

  @Test
  void noOptionIsNaNOrInfinite() {
    for (Estimator<?, ?> estimator : Estimators.all()) {
      for (FitOption<?, ?> option : estimator.table().options()) {
        List<String> names = new ArrayList<>(option.aliases().keySet());
        names.add(option.name());
        for (String name : names) {
          for (String value : List.of("NaN", "nan", "inf", "-Infinity", "1e999")) {
            String message = name + " of " + estimator.name() + " is " + value;
            Map<String, String> words = Map.of(name, value);
            assertThrows(
                IllegalArgumentException.class, () -> estimator.request(5, words), message);
          }
        }
      }
    }
  }

  @Test
  void modelsWithOptionsThatNobodyKnowsAreRefused(@TempDir Path folder) {
    Path file = folder.resolve("m.lfm");
    save(Map.of("logarithm", "10"), file);
    String message =
        String.valueOf(assertThrows(DataException.class, () -> Estimators.load(file)).getMessage());
    for (String word :
        List.of(file.toString(), "\"logarithm\" (\"10\")", "use the version", "lfm 9")) {
      assertTrue(message.contains(word), message);
    }
    save(Map.of(FittedData.SCALE_BY, "10"), file);
    assertEquals(10, Estimators.load(file).units().scale());
    // Models of the Indian buffet process are fitted in several ways, with options of each.
    Map<String, String> words = new VariationalBuffetEstimator().defaults(1).words();
    words.remove(FitOptions.K);
    save(words, file);
    assertEquals(1, Estimators.load(file).w().rows());
  }

  private static void save(Map<String, String> preparation, Path file) {
    Matrix x = Matrix.of(new float[][] {{1, 2}, {3, 5}, {1, 3}});
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT)) {
      FittedData data = FittedData.of(new Dataset(x, null), preparation);
      Fitted<LassoModel> fit = new LassoEstimator().fit(backend, x, 1);
      ModelFile.save(fit.model(new Provenance("lfm 9", backend.info(), data)), file);
    }
  }

  private static MarkovOptions markov(String... words) {
    return MARKOV.read(MarkovOptions.of(5), map(words));
  }

  private static LassoOptions lasso(String... words) {
    return LASSO.read(LassoOptions.of(5), map(words));
  }

  private static Map<String, String> map(String... words) {
    Map<String, String> map = new TreeMap<>();
    for (int i = 0; i < words.length; i += 2) {
      map.put(words[i], words[i + 1]);
    }
    return map;
  }

  private static void assertSays(Runnable action, String... parts) {
    String message =
        String.valueOf(assertThrows(IllegalArgumentException.class, action::run).getMessage());
    for (String part : parts) {
      assertTrue(message.contains(part), () -> "no \"" + part + "\" in: " + message);
    }
  }
}
