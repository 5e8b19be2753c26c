package org.latentfeature.fit.estimator;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import org.latentfeature.data.DataException;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.fit.model.ModelKind;
import org.latentfeature.io.DidYouMean;
import org.latentfeature.io.Excerpt;

/** The available estimators: those named in {@code META-INF/services} files. */
public final class Estimators {

  /** Name of the default estimator. */
  public static final String DEFAULT = "lasso";

  private Estimators() {}

  /** All estimators on the class path, by name. */
  public static List<Estimator<?, ?>> all() {
    List<Estimator<?, ?>> found = new ArrayList<>();
    ServiceLoader.load(Estimator.class, Estimators.class.getClassLoader()).forEach(found::add);
    found.sort(Comparator.comparing(Estimator::name));
    return List.copyOf(found);
  }

  /** Their names, for help and messages. */
  public static String names() {
    return all().stream().map(Estimator::name).collect(Collectors.joining(", "));
  }

  /**
   * The estimator of that name.
   *
   * @throws IllegalArgumentException listing all names, if there is none
   */
  public static Estimator<?, ?> named(String name) {
    for (Estimator<?, ?> estimator : all()) {
      if (estimator.name().equals(name)) {
        return estimator;
      }
    }
    throw new IllegalArgumentException(
        "there is no estimator '%s'; choose one of %s%s"
            .formatted(
                name,
                names(),
                DidYouMean.of(name, all().stream().<String>map(Estimator::name).toList())));
  }

  /** The estimator whose models are of the kind of {@code model}. */
  @SuppressWarnings("unchecked") // Kinds and estimators come in pairs.
  public static <M extends Model> Estimator<?, M> of(M model) {
    String kind = model.manifest().kind();
    for (Estimator<?, ?> estimator : all()) {
      if (estimator.kind().name().equals(kind)) {
        return (Estimator<?, M>) estimator;
      }
    }
    throw new IllegalArgumentException("no estimator fits models of kind " + kind);
  }

  /**
   * Reads a model of any estimator.
   *
   * @throws DataException as {@link ModelFile#load} does, or naming an option of its fit that no
   *     estimator has: what that did to the data could not be undone
   */
  public static Model load(Path file) {
    List<ModelKind<? extends Model>> kinds = new ArrayList<>();
    all().forEach(estimator -> kinds.add(estimator.kind()));
    Model model = ModelFile.load(file, kinds);
    requireKnownOptions(model, file);
    return model;
  }

  private static void requireKnownOptions(Model model, Path file) {
    Set<String> known = all().stream().flatMap(e -> e.table().names()).collect(Collectors.toSet());
    for (Map.Entry<String, String> option : model.manifest().options().entrySet()) {
      String name = option.getKey();
      if (!known.contains(name) && !FitOptions.isShared(name) && !FittedData.isRecorded(name)) {
        throw new DataException(
            "%s was fitted with the option %s (%s), which this version of lfm does not know, so that it cannot prepare rows as the fit did; use the version that wrote it, %s"
                .formatted(
                    file,
                    Excerpt.of(name),
                    Excerpt.of(option.getValue()),
                    Excerpt.of(model.manifest().software())));
      }
    }
  }
}
