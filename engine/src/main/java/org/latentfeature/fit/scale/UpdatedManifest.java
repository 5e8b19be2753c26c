package org.latentfeature.fit.scale;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Phrase;
import org.latentfeature.data.Sha256;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.io.Excerpt;

/** The manifest of a model after rows were added to those of its fit. */
final class UpdatedManifest {

  /** Names of figures. */
  private static final String UPDATES = "updates";

  private static final String ADDED_ROWS = "added_rows";
  private static final String ADDED_FEATURES = "added_features";

  /** Name of the phase. */
  private static final String PHASE = "update";

  private static final String TOTAL = "total";

  private final Manifest of;
  private final Provenance from;

  /** After {@code from} was added to the data of {@code of}. */
  UpdatedManifest(Manifest of, Provenance from) {
    this.of = of;
    this.from = from;
  }

  /**
   * The ids of all rows; null if the fit had none.
   *
   * @throws DataException if rows were added without ids, or two rows have one id
   */
  @Nullable List<String> ids() {
    List<String> fitted = of.rowIds();
    if (fitted == null) {
      return null;
    }
    List<String> added = from.data().ids();
    if (added == null) {
      throw new DataException(
          "the model names its rows, such as %s, but the new rows have no names; give them such a column, and name it with %s"
              .formatted(Excerpt.of(fitted.get(0)), Phrase.IDS));
    }
    List<String> all = new ArrayList<>(fitted);
    all.addAll(added);
    Map<String, Integer> numbers = new HashMap<>();
    for (int i = 0; i < all.size(); i++) {
      Integer other = i < fitted.size() ? null : numbers.get(all.get(i));
      if (other != null) {
        throw new DataException(
            "new row %,d is named %s, as is %s; leave out rows that the model has, or give the others names of their own"
                .formatted(
                    i - fitted.size() + 1,
                    Excerpt.of(all.get(i)),
                    other < fitted.size()
                        ? "row %,d of the model".formatted(other + 1)
                        : "new row %,d".formatted(other - fitted.size() + 1)));
      }
      numbers.putIfAbsent(all.get(i), i);
    }
    return all;
  }

  /**
   * The manifest. Figures and fingerprint of the fit are not those of all rows, and go; its trace
   * stays.
   *
   * @param features of the updated model
   * @param rmse of all rows
   * @param known number of known entries of all rows, if some are missing; otherwise −1
   * @param ended why the update ended
   * @param seconds that it took
   */
  Manifest manifest(int features, double rmse, long known, Ending ended, double seconds) {
    Map<String, String> options = new TreeMap<>(of.options());
    options.put(FitOptions.K, Integer.toString(features));
    if (known >= 0) {
      String code = from.data().preparation().getOrDefault(FittedData.MISSING, "nan");
      options.putIfAbsent(FittedData.MISSING, code);
      options.put(FittedData.KNOWN, Long.toString(known));
    }
    Map<String, Double> times = new TreeMap<>(of.seconds());
    times.merge(PHASE, seconds, Double::sum);
    times.computeIfPresent(TOTAL, (name, before) -> before + seconds);
    return new Manifest(
        Manifest.CURRENT_FORMAT,
        of.kind(),
        from.software(),
        options,
        of.seed(),
        from.backend(),
        Math.addExact(of.rows(), from.data().rows()),
        of.columns(),
        features,
        hash(),
        of.method(),
        rmse,
        figures(features),
        ended,
        of.trace(),
        times,
        of.columnNames() == null ? from.data().columnNames() : of.columnNames(),
        names(features),
        ids(),
        features == of.features() ? of.chosen() : null);
  }

  private Map<String, Double> figures(int features) {
    Map<String, Double> before = of.figures();
    return Map.of(
        UPDATES,
        before.getOrDefault(UPDATES, 0.) + 1,
        ADDED_ROWS,
        before.getOrDefault(ADDED_ROWS, 0.) + from.data().rows(),
        ADDED_FEATURES,
        before.getOrDefault(ADDED_FEATURES, 0.) + features - of.features());
  }

  private @Nullable List<String> names(int features) {
    List<String> names = of.featureNames();
    if (names == null) {
      return null;
    }
    List<String> all = new ArrayList<>(names);
    all.addAll(Collections.nCopies(features - names.size(), ""));
    return all;
  }

  /**
   * Returns a hash of both fingerprints: that of all rows together cannot be computed from them.
   */
  private String hash() {
    MessageDigest digest = Sha256.digest();
    String both = "%s\n%s\n".formatted(of.dataHash(), from.data().hash());
    digest.update(both.getBytes(StandardCharsets.US_ASCII));
    return HexFormat.of().formatHex(digest.digest());
  }
}
