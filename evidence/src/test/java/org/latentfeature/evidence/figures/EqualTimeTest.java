package org.latentfeature.evidence.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.evidence.figures.EqualTimeFit.Setting;
import org.latentfeature.fit.FitListener;

class EqualTimeTest {

  @TempDir Path folder;

  private EqualTime comparison(List<Contender> contenders) throws IOException {
    Path data = SmallData.real(folder.resolve("data"), "Own.npy", 12);
    Selection selection =
        Selection.ALL
            .withFeatures(List.of(2, 13))
            .withSeeds(List.of(5L))
            .withTimeLimit(Duration.ofMillis(50));
    return EqualTime.prepare(
        new Request(
            Experiment.FIGURE3,
            data,
            folder.resolve("out"),
            null,
            selection,
            "lfm reproduce …",
            "lfm test"),
        contenders);
  }

  @Test
  void aStoppedMethodIsNotKeptAndThePageSaysThatMoreIsToDo() throws IOException {
    EqualTime comparison = comparison(List.of(Contender.VERIFIED, Contender.CUMULANTS));
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT)) {
      List<Setting> settings = comparison.settings(backend.info());
      assertEquals(4, settings.size());
      assertEquals(5, settings.get(0).seed());
      FitListener stopped = FitListener.SILENT.until(() -> true);
      assertEquals(Optional.empty(), comparison.measure(backend, settings.get(0), stopped));

      EqualTimeFit fit =
          comparison.measure(backend, settings.get(0), FitListener.SILENT).orElseThrow();
      comparison.write(List.of(fit), backend.info(), false);
    }
    assertTrue(Files.readString(comparison.page()).contains("The same command resumes"));
    assertEquals(2, Files.readAllLines(comparison.table()).size());
  }

  @Test
  void moreFeaturesThanRowsAreRefusedByEveryMethod() throws IOException {
    EqualTime comparison = comparison(List.of(Contender.values()));
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT)) {
      List<EqualTimeFit> fits =
          comparison.settings(backend.info()).stream()
              .filter(setting -> setting.k() == 13)
              .map(setting -> comparison.measure(backend, setting, FitListener.SILENT))
              .map(Optional::orElseThrow)
              .toList();
      assertEquals(List.of(Contender.values()).size(), fits.size());
      for (EqualTimeFit fit : fits) {
        assertEquals(0, fit.fits(), fit::toString);
        assertTrue(fit.note().contains("13"), fit::toString);
      }
      comparison.write(fits, backend.info(), true);
      String page = Files.readString(comparison.page());
      assertFalse(page.contains("<svg "), "there is nothing to draw");
      fits.forEach(fit -> assertTrue(page.contains(fit.setting().contender().word())));
    }
  }

  @Test
  void aComparisonIsAskedForByItsMethodsOrByATimeLimit() {
    assertTrue(Contender.isAsked(List.of("all"), false));
    assertTrue(Contender.isAsked(List.of("paper", "verified"), false));
    assertTrue(Contender.isAsked(List.of("lasso", "path"), true));
    assertFalse(Contender.isAsked(List.of("lasso", "path"), false));
    assertFalse(Contender.isAsked(List.of("lasso", "paper"), true));
    assertFalse(Contender.isAsked(List.of(), true));
    assertFalse(Contender.isAsked(List.of("nmf"), true));
  }

  @Test
  void methodsAreInOneOrderAndNamedIfUnknown() {
    assertEquals(
        List.of(Contender.LASSO, Contender.ANNEAL),
        Contender.of(List.of("anneal", "lasso", "anneal")));
    assertEquals(List.of(Contender.values()), Contender.of(List.of("lasso", Contender.ALL)));
    String message =
        String.valueOf(
            assertThrows(IllegalArgumentException.class, () -> Contender.of(List.of("nmf")))
                .getMessage());
    for (Contender contender : List.of(Contender.values())) {
      assertTrue(message.contains(contender.word()), message);
    }
  }
}
