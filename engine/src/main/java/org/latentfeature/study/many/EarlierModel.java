package org.latentfeature.study.many;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.fit.model.ModelKind;

/**
 * The model that an earlier run left in a problem's file: kept if it is whole and was made from the
 * same data with the same options. Backend, threads and software do not count: a run may go on on
 * another machine.
 *
 * @param manifest what it says; null if the file is no whole model
 * @param damage why it is none; null if it is one
 */
record EarlierModel(@Nullable Manifest manifest, @Nullable String damage) {

  /** The model of {@code kind} in {@code file}, verified, or null if there is no such file. */
  static @Nullable EarlierModel in(Path file, ModelKind<?> kind) {
    return Files.exists(file) ? read(() -> ModelFile.load(file, kind).manifest()) : null;
  }

  /**
   * Reads the model of {@code kind} in {@code file} without its arrays, which are not verified;
   * null if there is no such file.
   */
  static @Nullable EarlierModel glance(Path file, ModelKind<?> kind) {
    if (!Files.exists(file)) {
      return null;
    }
    EarlierModel model = read(() -> ModelFile.manifest(file));
    return model.manifest == null || model.manifest.kind().equals(kind.name())
        ? model
        : new EarlierModel(null, "it is of another kind");
  }

  private static EarlierModel read(Supplier<Manifest> manifest) {
    try {
      return new EarlierModel(manifest.get(), null);
    } catch (DataException e) {
      return new EarlierModel(null, String.valueOf(e.getMessage()));
    }
  }

  /** Why it cannot stand for a fit of {@code data} with {@code options}; null if it can. */
  @Nullable String difference(FitOptions options, FittedData data) {
    String difference = difference(options, data.preparation());
    if (manifest == null || difference != null) {
      return difference;
    }
    return manifest.dataHash().equals(data.hash()) ? null : "its data have changed";
  }

  /** Returns a difference that is known without the data; null if there is none. */
  @Nullable String difference(FitOptions options, Map<String, String> preparation) {
    if (manifest == null) {
      return damage;
    }
    Map<String, String> was = new TreeMap<>(manifest.options());
    was.put("seed", Long.toString(manifest.seed()));
    Map<String, String> is = FittedData.prepared(options, preparation);
    is.put("seed", Long.toString(options.seed()));
    TreeSet<String> names = new TreeSet<>(was.keySet());
    names.addAll(is.keySet());
    for (String name : names) {
      if (!Objects.equals(was.get(name), is.get(name))) {
        return "its %s was %s and is %s now"
            .formatted(name, was.getOrDefault(name, "not set"), is.getOrDefault(name, "not set"));
      }
    }
    return null;
  }
}
