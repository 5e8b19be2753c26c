package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.columns.difference.Overcomplete;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.SearchReport;
import org.latentfeature.fit.SearchReports;

/** Data whose singular values have no gap after K, or of fewer rows than verification needs. */
class WithoutGapTest {

  /** Z W plus noise; entries of W are normal, and 0 but for a share. */
  private static Matrix data(BinaryMatrix z, int d, double filled, double noise, long seed) {
    Matrix x = Matrix.allocate(z.rows(), d);
    for (int i = 0; i < z.rows(); i++) {
      for (int j = 0; j < d; j++) {
        double entry = noise * CounterRandom.normal(seed + 1, i, j);
        for (int c : z.columnsOf(i)) {
          boolean isZero = CounterRandom.uniform(seed + 3, c, j) >= filled;
          entry += isZero ? 0 : CounterRandom.normal(seed + 2, c, j);
        }
        x.set(i, j, (float) entry);
      }
    }
    return x;
  }

  private static LassoResult fit(Matrix x, int k, SearchReports listener) {
    try (Backend backend = Backends.open("java", 2).backend()) {
      return new LatentFeatureLasso(backend, k).fit(x, listener);
    }
  }

  private static void assertSame(BinaryMatrix expected, BinaryMatrix found) {
    assertEquals(Set.copyOf(expected.columns()), Set.copyOf(found.columns()));
  }

  /** Each column alone is mostly noise; the gap is hidden, and W bends to every row. */
  @Test
  void wideAndNoisyRowsAreFound() {
    BinaryMatrix z = Overcomplete.codes(60, 4, .4, 6);
    SearchReports listener = new SearchReports();
    assertSame(z, fit(data(z, 3000, .05, 1.2, 6), 4, listener).z());
    assertTrue(listener.of(LassoStages.COLUMNS).reason().contains("no gap after K = 4"));
    assertEquals(SearchReport.Outcome.FINISHED, listener.of(LassoStages.CUMULANTS).outcome());
  }

  /** There are no K singular values, let alone a gap after them. */
  @Test
  void moreFeaturesThanColumnsAreFoundByDifferences() {
    Overcomplete data = Overcomplete.independent(1200, 4, 8, .4, .03, 5);
    SearchReports listener = new SearchReports();
    LassoResult found = fit(data.x(), 8, listener);
    assertSame(data.z(), found.z());
    assertEquals(LassoStages.DIFFERENCES, found.method());
    assertEquals(
        "K is 8, but the rank of X is at most 4", listener.of(LassoStages.COLUMNS).reason());
    String shown = String.valueOf(found.verified().differences());
    assertTrue(shown.startsWith("8 differences of rows stand out"), shown);
  }

  /** K = D has no gap, since no value follows: the path has no claim to the first place. */
  @Test
  void chainsComeFirstWhereThereIsNoNextSingularValue() {
    SearchReports listener = new SearchReports();
    fit(data(Overcomplete.codes(60, 4, .5, 6), 4, 1, 2, 6), 4, listener);
    List<String> tried = listener.finished();
    assertTrue(
        tried.indexOf(LassoStages.ANNEAL) < tried.indexOf(LassoStages.PATH), tried::toString);
    assertEquals(SearchReport.Outcome.FINISHED, listener.of(LassoStages.ANNEAL).outcome());
  }

  /** With little time chains do not wait for cumulants, and with more they do. */
  @Test
  void chainsComeSecondWhereTimeIsShort() {
    assertTrue(areChainsBeforeCumulants(Duration.ofSeconds(5)));
    assertFalse(areChainsBeforeCumulants(Duration.ofSeconds(6)));
    assertFalse(areChainsBeforeCumulants(Duration.ofMillis(1)), "the first would not end");
  }

  private static boolean areChainsBeforeCumulants(Duration limit) {
    List<String> tried = new ArrayList<>();
    FitListener listener =
        new FitListener() {
          @Override
          public boolean onStep(FitEvent event) {
            return true;
          }

          @Override
          public void onSearch(SearchReport report) {
            tried.add(report.search());
          }
        };
    try (Backend backend = Backends.open("java", 2).backend()) {
      LassoOptions options = LassoOptions.of(4).withTimeLimit(limit);
      new LatentFeatureLasso(backend, options, () -> 0)
          .fit(data(Overcomplete.codes(60, 12, .5, 6), 12, 1, 2, 6), listener);
    }
    assertTrue(tried.contains(LassoStages.ANNEAL), tried::toString);
    return tried.indexOf(LassoStages.ANNEAL) < tried.indexOf(LassoStages.CUMULANTS);
  }

  /** More sums than tables hold. */
  @Tag("whole")
  @Test
  void differencesRefuseMoreFeaturesThanSumsAreTriedOf() {
    SearchReports listener = new SearchReports();
    fit(data(Overcomplete.codes(40, 17, .5, 6), 5, 1, .5, 6), 17, listener);
    assertEquals(
        "K is 17; 2^16 sums are tried at most", listener.of(LassoStages.DIFFERENCES).reason());
  }

  @Test
  void differencesSayWhyTheyDoNotApply() {
    SearchReports wide = new SearchReports();
    fit(data(Overcomplete.codes(60, 4, .4, 6), 40, .2, 2, 6), 4, wide);
    assertEquals(
        "X has 40 columns; differences are counted for up to 32",
        wide.of(LassoStages.DIFFERENCES).reason());
  }

  /** Two rows a feature: no column can be verified, but all vertices can be tried. */
  @Test
  void fewRowsAreFoundByVertices() {
    BinaryMatrix z = Overcomplete.codes(24, 12, .5, 8);
    LassoResult found = fit(data(z, 120, 1, .05, 8), 12, new SearchReports());
    assertSame(z, found.z());
    assertEquals(LassoStages.VERTICES, found.method());
  }

  /** More features than K: chains come before the path, and leave less error. */
  @Tag("whole")
  @Test
  void chainsLeaveLessThanThePath() {
    Matrix x = data(Overcomplete.codes(400, 24, .3, 3), 24, 1, .5, 3);
    SearchReports listener = new SearchReports();
    LassoResult best = fit(x, 12, listener);
    List<String> tried = listener.finished();
    assertTrue(
        tried.indexOf(LassoStages.ANNEAL) < tried.indexOf(LassoStages.PATH), tried::toString);
    assertTrue(tried.contains(LassoStages.ANNEAL), tried::toString);
    try (Backend backend = Backends.open("java", 2).backend()) {
      LassoOptions path = LassoOptions.of(12).withMethod(Method.PATH);
      double rmse = new LatentFeatureLasso(backend, path).fit(x).rmse();
      assertTrue(best.rmse() < .995 * rmse, best.rmse() + " against " + rmse);
    }
  }

  /** Searches that start elsewhere end at one Z, which the path from nothing also ends at. */
  @Test
  void thePathIsLeftOutWhereOtherSearchesAgree() {
    Matrix x = SyntheticProblem.dense(200, 12, 4, .8, 1).x();
    SearchReports listener = new SearchReports();
    LassoResult best = fit(x, 4, listener);
    String reason =
        "cumulants, differences, moves, vertices ended at the same codes, and chains found none better";
    assertEquals(reason, listener.of(LassoStages.PATH).reason());
    assertEquals(reason, listener.of(LassoStages.EXCHANGE).reason());
    try (Backend backend = Backends.open("java", 2).backend()) {
      LassoOptions path = LassoOptions.of(4).withMethod(Method.PATH);
      assertSame(new LatentFeatureLasso(backend, path).fit(x).z(), best.z());
    }
  }

  /** More rows than products of all pairs allow: chains of a sample, whose W codes all rows. */
  @Tag("whole")
  @Test
  void chainsRunOnASampleOfManyRows() {
    Matrix x = data(Overcomplete.codes(5000, 1, .5, 4), 12, 0, 1, 4);
    SearchReports listener = new SearchReports();
    LassoResult best = fit(x, 4, listener);
    assertEquals(SearchReport.Outcome.FINISHED, listener.of(LassoStages.ANNEAL).outcome());
    assertEquals(5000, best.z().rows());
    double shown = listener.of(LassoStages.ANNEAL).rmse();
    assertTrue(shown < listener.of(LassoStages.CONVEX_FIT).rmse(), "the chains gain nothing");
    assertTrue(best.rmse() <= shown * (1 + 1e-6), best.rmse() + " against " + shown);
  }

  /** Few rows leave the time to what follows, but for half a second in which Java warms up. */
  @Test
  void searchesOfFewRowsHaveAShareByTheTimeLimit() {
    Matrix x = data(Overcomplete.codes(60, 3, .5, 9), 20, 1, .1, 9);
    assertEquals(.1, share(x, Duration.ofSeconds(60)));
    assertEquals(.25, share(x, Duration.ofSeconds(2)));
    assertEquals(.5, share(x, null));
  }

  private static double share(Matrix x, @Nullable Duration limit) {
    SearchReports listener = new SearchReports();
    try (Backend backend = Backends.open("java", 2).backend()) {
      LassoOptions options = LassoOptions.of(3).withTimeLimit(limit);
      new LatentFeatureLasso(backend, options).fit(x, listener);
    }
    return listener.of(LassoStages.COLUMNS).share();
  }

  /** In 1,200 rows some 36 have a feature: singular values are close to those of noise. */
  @Tag("whole")
  @Test
  void rareFeaturesAreFoundByCumulants() {
    BinaryMatrix z = Overcomplete.codes(1200, 5, .03, 2);
    SearchReports listener = new SearchReports();
    assertSame(z, fit(data(z, 40, 1, .58, 2), 5, listener).z());
    assertTrue(listener.of(LassoStages.COLUMNS).reason().contains("no gap after K = 5"));
  }
}
