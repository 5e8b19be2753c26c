package org.latentfeature.evidence.figures;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.latentfeature.evidence.Worded;
import org.latentfeature.fit.estimator.Estimator;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.estimator.FitRequest;

/** A method that is compared with others at equal time: an estimator, found by its name. */
public enum Contender implements Worded {
  /** The convex fit, rounded. */
  LASSO("lasso", Estimators.DEFAULT, "lasso", null),
  /** Feature after feature. */
  PATH("path", Estimators.DEFAULT, "path", null),
  /** The default: verified columns first, then the better of the two above. */
  VERIFIED("verified", Estimators.DEFAULT, null, null),
  /** Independent features, by ascents of cumulants. */
  CUMULANTS("cumulants", "cumulants", null, null),
  /** Moment tensors (Tung &amp; Smola 2014), which the paper calls Spectral. */
  TENSOR_POWER("tensor-power", "tensor-power", null, "Spectral"),
  /** Tensor eigenpairs. */
  SPECTRAL("spectral", "spectral", null, null),
  /** Gibbs sampling, partly annealed. */
  ANNEAL("anneal", "anneal", null, "MCMC"),
  /** Vertices near the span of X. */
  MF_BINARY("mf-binary", "mf-binary", null, "MF-Binary"),
  /** Rows of the residual as features, many seedings. */
  BP_MEANS("bp-means", "bp-means", null, "BP-Means"),
  /** Variational inference. */
  VARIATIONAL("variational", "variational", null, "Variational");

  /** In the place of a list: all of them. */
  public static final String ALL = "all";

  /** Option of estimators that refine what they found; the comparison does that for all. */
  private static final String REFINE = "refine";

  private static final String METHOD = "method";

  private final String word;
  private final String estimator;
  private final @Nullable String method;
  private final @Nullable String recorded;

  Contender(String word, String estimator, @Nullable String method, @Nullable String recorded) {
    this.word = word;
    this.estimator = estimator;
    this.method = method;
    this.recorded = recorded;
  }

  @Override
  public String word() {
    return word;
  }

  /** The number of its look, the same in every chart. */
  int slot() {
    return Arrays.asList(values()).indexOf(this);
  }

  /** Returns the name of this method in the recorded figures; nothing if they cannot have it. */
  Optional<String> recorded() {
    return Optional.ofNullable(recorded);
  }

  /** Returns whether every seed gives the same result. */
  boolean isDeterministic() {
    return this == MF_BINARY;
  }

  /**
   * Its estimator, unrefined, for K features.
   *
   * @throws IllegalArgumentException if there is no such model
   */
  FitRequest<?, ?> request(int k) {
    Estimator<?, ?> found = Estimators.named(estimator);
    return found.request(k, options(found));
  }

  /**
   * Its estimator with all that it does by default, for K features.
   *
   * @throws IllegalArgumentException if there is no such model
   */
  FitRequest<?, ?> byDefault(int k) {
    return Estimators.named(estimator).request(k, Map.of());
  }

  private Map<String, String> options(Estimator<?, ?> of) {
    Map<String, String> all = new TreeMap<>();
    if (method != null) {
      all.put(METHOD, method);
    }
    if (of.table().options().stream().anyMatch(option -> option.name().equals(REFINE))) {
      all.put(REFINE, "false");
    }
    return all;
  }

  /** Returns the command line that does the same. */
  String command() {
    StringBuilder command = new StringBuilder("lfm fit X.npy -k K --estimator ").append(estimator);
    options(Estimators.named(estimator))
        .forEach((name, value) -> command.append(" --set ").append(name).append('=').append(value));
    return command.append(" -o model.lfm").toString();
  }

  /**
   * Returns whether a list of methods requests a comparison at equal time: a name that the figures
   * do not know does; names that both know do if there is a time limit.
   *
   * @param words as the user gave them; the figures have all their methods if empty
   */
  public static boolean isAsked(List<String> words, boolean timeLimit) {
    return words.stream().anyMatch(word -> isKnown(word) && !Approach.isOfFigures(word))
        || (timeLimit && !words.isEmpty() && words.stream().allMatch(Contender::isKnown));
  }

  private static boolean isKnown(String word) {
    return word.equals(ALL) || Arrays.stream(values()).anyMatch(c -> c.word.equals(word));
  }

  /**
   * Returns the methods of a list.
   *
   * @param words their names, or {@value #ALL}
   * @throws IllegalArgumentException naming those that there are, if one is none of them
   */
  public static List<Contender> of(List<String> words) {
    List<Contender> found = new ArrayList<>();
    for (String word : words) {
      List<Contender> named =
          Arrays.stream(values()).filter(c -> word.equals(ALL) || c.word.equals(word)).toList();
      if (named.isEmpty()) {
        throw new IllegalArgumentException(
            "methods is %s; at equal time there are %s, and %s"
                .formatted(
                    word,
                    Arrays.stream(values()).map(Contender::word).collect(joining(", ")),
                    ALL));
      }
      found.addAll(named);
    }
    return found.stream().distinct().sorted().toList();
  }
}
