package org.latentfeature.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.data.AdmixtureProblem;
import org.latentfeature.data.AlleleCounts;
import org.latentfeature.data.MeterProblem;
import org.latentfeature.data.SparseProblem;
import org.latentfeature.data.SyntheticRows;
import org.latentfeature.io.MeterTable;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.io.PlinkWriter;
import org.latentfeature.io.ScipyWriter;
import org.latentfeature.io.genome.GenotypeTable;
import org.latentfeature.io.image.Picture;
import org.latentfeature.io.image.PictureWriter;
import org.latentfeature.markov.MarkovProblem;

/**
 * The files of a synthetic problem.
 *
 * @param files in the order in which they are written; only the first may be stopped
 * @param sizes what to say of them
 */
record GeneratedProblem(List<Part> files, List<Size> sizes) {

  static final String X = "X.npy";
  static final String SPARSE_X = "X.npz";
  static final String Z = "Z.npy";
  static final String W = "W.npy";
  static final String TRANSITIONS = "transitions.npy";
  static final String INDIVIDUALS = "individuals.csv";
  static final String BED = "individuals.bed";
  static final String BIM = "individuals.bim";
  static final String FAM = "individuals.fam";
  static final String METER = "meter.csv";
  static final String PICTURE = "original.png";

  /**
   * A file.
   *
   * @param key of its path in the command's answer
   * @param name of the file
   * @param write writes it
   */
  record Part(String key, String name, Consumer<Path> write) {}

  /** A number of rows, columns, features or pixels, by its name in the command's answer. */
  record Size(String key, int value) {}

  /** Writes all to a directory, and says where they are. */
  Answer write(Path directory) {
    Answer answer = new Answer();
    for (Part part : files) {
      Path file = directory.resolve(part.name());
      part.write().accept(file);
      answer.with(part.key(), file.toString());
    }
    sizes.forEach(size -> answer.with(size.key(), size.value()));
    return answer;
  }

  /** X may be long: it is drawn while it is written, and says how far it is. */
  static GeneratedProblem of(SyntheticRows drawn, Reporting reporting, Interruption interruption) {
    int n = drawn.rows();
    Dense w = drawn.w();
    return matrices(
        n,
        w,
        x ->
            NpyWriter.writeFloats(
                n, w.cols(), until(interruption, reported(reporting, "X", n, drawn::x)), x),
        z -> NpyWriter.writeBits(n, w.rows(), reported(reporting, "Z", n, drawn::z), z));
  }

  static GeneratedProblem of(MeterProblem problem, Reporting reporting, Interruption interruption) {
    return of(problem.draw(), reporting, interruption)
        .and("meter", METER, table -> MeterTable.write(problem.draw(), table));
  }

  static GeneratedProblem of(AdmixtureProblem.Drawn drawn, long seed) {
    AlleleCounts counts = GenotypeTable.counts(drawn, seed);
    List<String> populations = GenotypeTable.populations(drawn.w());
    return matrices(
            drawn.x().rows(),
            drawn.w(),
            x -> NpyWriter.write(drawn.x(), x),
            z -> NpyWriter.write(drawn.z(), z))
        .and("individuals", INDIVIDUALS, table -> GenotypeTable.write(counts, populations, table))
        .and("bed", BED, bed -> PlinkWriter.genotypes(counts, bed))
        .and("bim", BIM, bim -> PlinkWriter.variants(counts.loci(), bim))
        .and("fam", FAM, fam -> PlinkWriter.individuals(populations, fam));
  }

  static GeneratedProblem of(SparseProblem.Drawn drawn) {
    return matrices(
        new Part("x", SPARSE_X, x -> ScipyWriter.write(drawn.x(), x)),
        drawn.x().rows(),
        drawn.w(),
        z -> NpyWriter.write(drawn.z(), z));
  }

  static GeneratedProblem of(MarkovProblem drawn) {
    return matrices(
            drawn.x().rows(),
            drawn.w(),
            x -> NpyWriter.write(drawn.x(), x),
            z -> NpyWriter.write(drawn.z(), z))
        .and("transitions", TRANSITIONS, p -> NpyWriter.write(drawn.transitions(), p));
  }

  static GeneratedProblem of(Picture picture) {
    return new GeneratedProblem(
        List.of(new Part("picture", PICTURE, png -> PictureWriter.write(picture, png))),
        List.of(new Size("height", picture.rows()), new Size("width", picture.cols())));
  }

  private static GeneratedProblem matrices(int rows, Dense w, Consumer<Path> x, Consumer<Path> z) {
    return matrices(new Part("x", X, x), rows, w, z);
  }

  private static GeneratedProblem matrices(Part x, int rows, Dense w, Consumer<Path> z) {
    return new GeneratedProblem(
        List.of(x, new Part("z", Z, z), new Part("w", W, file -> NpyWriter.write(w, file))),
        List.of(
            new Size("rows", rows), new Size("columns", w.cols()), new Size("features", w.rows())));
  }

  private GeneratedProblem and(String key, String name, Consumer<Path> write) {
    List<Part> all = new ArrayList<>(files);
    all.add(new Part(key, name, write));
    return new GeneratedProblem(List.copyOf(all), sizes);
  }

  /** Returns a writer of the same rows that reports its progress. */
  private static <R> NpyWriter.Rows<R> reported(
      Reporting reporting, String matrix, int of, NpyWriter.Rows<R> rows) {
    return (i, into) -> {
      reporting.course().onWork("writing rows of " + matrix, i, of);
      rows.copy(i, into);
    };
  }

  /** Returns a writer of the same rows that stops once the user interrupts. */
  private static <R> NpyWriter.Rows<R> until(Interruption interruption, NpyWriter.Rows<R> rows) {
    return (i, into) -> {
      if (interruption.isRequested()) {
        throw new StoppedException();
      }
      rows.copy(i, into);
    };
  }
}
