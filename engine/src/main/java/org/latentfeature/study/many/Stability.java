package org.latentfeature.study.many;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.DataException;
import org.latentfeature.fit.metrics.FeatureMatching;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.fit.model.ModelKind;
import org.latentfeature.io.AtomicFile;
import org.latentfeature.step.coding.Codes;

/**
 * How often each feature comes back when one data set is fitted again with the same K: from other
 * seeds, with other penalties and methods, to resamples of its rows.
 *
 * <p>The reference of a data set and a K is the fit with the least error on the data themselves, of
 * several the first. Each other fit's features are matched with the reference's one to one ({@link
 * FeatureMatching}): once by their rows of W, and apart from that by their columns of Z, of a
 * resample at the rows that it drew; of models that keep no codes, by W alone. A feature has come
 * back in a fit if the similarity to its partner is at least the bound. The mean similarity is over
 * those fits in which it came back.
 */
final class Stability {

  private static final String HEADER =
      "data\tk\treference\tfeature\trows\tfits\tw_share\tw_similarity\tz_share\tz_similarity\n";

  /** Fits to be compared: those of one data set with one K by one estimator. */
  private record Group(Path data, int k, String estimator) {}

  private final double bound;
  private final Model reference;
  private final int[] fromW;
  private final int[] fromZ;
  private final double[] sumW;
  private final double[] sumZ;
  private int fits;

  private Stability(Model reference, double bound) {
    this.reference = reference;
    this.bound = bound;
    int k = reference.w().rows();
    fromW = new int[k];
    fromZ = new int[k];
    sumW = new double[k];
    sumZ = new double[k];
  }

  /** Writes the table, or removes an old one if no two fits can be compared. */
  static void write(List<Problem> problems, Outcome[] outcomes, RunFolder folder, double bound) {
    Map<Group, List<Integer>> groups = new LinkedHashMap<>();
    for (int i = 0; i < outcomes.length; i++) {
      if (outcomes[i].fit() != null) {
        Problem problem = problems.get(i);
        Path data = problem.data().toAbsolutePath().normalize();
        Group group = new Group(data, problem.options().k(), problem.request().estimator().name());
        groups.computeIfAbsent(group, g -> new ArrayList<>()).add(i);
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<Integer> members : groups.values()) {
      Problem best = best(members, problems, outcomes);
      if (best != null && members.size() > 1) {
        List<Problem> others =
            members.stream().map(problems::get).filter(p -> !p.equals(best)).toList();
        compare(best, others, folder, bound).lines(text, best);
      }
    }
    if (!text.isEmpty()) {
      AtomicFile.write(
          folder.stability(), out -> out.write((HEADER + text).getBytes(StandardCharsets.UTF_8)));
    } else {
      remove(folder.stability());
    }
  }

  private static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new DataException("cannot remove " + file + ", which is out of date: " + e, e);
    }
  }

  private static @Nullable Problem best(
      List<Integer> members, List<Problem> problems, Outcome[] outcomes) {
    Problem best = null;
    double least = Double.POSITIVE_INFINITY;
    for (int i : members) {
      Outcome.Fit fit = outcomes[i].fit();
      if (fit != null && problems.get(i).resample() == 0 && fit.rmse() < least) {
        best = problems.get(i);
        least = fit.rmse();
      }
    }
    return best;
  }

  private static Stability compare(
      Problem best, List<Problem> others, RunFolder folder, double bound) {
    ModelKind<?> kind = best.request().estimator().kind();
    Stability stability = new Stability(ModelFile.load(folder.model(best), kind), bound);
    for (Problem other : others) {
      stability.add(other, ModelFile.load(folder.model(other), kind));
    }
    return stability;
  }

  private void add(Problem problem, Model other) {
    fits++;
    count(FeatureMatching.byDictionary(reference.w(), other.w()), fromW, sumW);
    Codes own = reference.codes();
    Codes others = other.codes();
    if (own == null || others == null) {
      return;
    }
    BinaryMatrix z = own.z();
    if (problem.resample() > 0) {
      z = new Resample(z.rows(), problem.options().seed(), problem.resample()).of(z);
    }
    count(FeatureMatching.byIncidence(z, others.z()), fromZ, sumZ);
  }

  private void count(double[] similarities, int[] from, double[] sum) {
    for (int k = 0; k < similarities.length; k++) {
      if (similarities[k] >= bound) {
        from[k]++;
        sum[k] += similarities[k];
      }
    }
  }

  private void lines(StringBuilder text, Problem best) {
    long[] uses = reference.uses();
    boolean hasCodes = reference.codes() != null;
    for (int k = 0; k < fromW.length; k++) {
      @Nullable Object[] cells = {
        best.source(),
        best.options().k(),
        best.name(),
        k + 1,
        uses[k],
        fits,
        (double) fromW[k] / fits,
        mean(sumW[k], fromW[k]),
        hasCodes ? (double) fromZ[k] / fits : null,
        mean(sumZ[k], fromZ[k])
      };
      for (int c = 0; c < cells.length; c++) {
        text.append(c == 0 ? "" : "\t").append(ResultsTable.cell(cells[c]));
      }
      text.append('\n');
    }
  }

  /** Empty where there is nothing to take the mean of. */
  private static @Nullable Double mean(double sum, int count) {
    return count == 0 ? null : sum / count;
  }
}
