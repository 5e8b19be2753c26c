package org.latentfeature.cli.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a case harms: it writes its files into a folder of its own and makes a command line. */
public enum Format {
  NPY {
    @Override
    public List<String> next(Choice choice, Path folder, Fixtures good) throws IOException {
      boolean binary = choice.oneIn(3);
      byte[] bytes = NpyFiles.harmed(choice, binary);
      if (NpyFiles.isWrong(bytes)) {
        choice.refuse();
      }
      Path file = Files.write(folder.resolve("in.npy"), bytes);
      return binary
          ? matrixOfZeros(choice, file, folder, good)
          : matrix(choice, file, folder, good);
    }
  },
  NPZ {
    @Override
    public List<String> next(Choice choice, Path folder, Fixtures good) throws IOException {
      Path file = Files.write(folder.resolve("in.npz"), Matrices.npz(choice));
      List<String> words = matrix(choice, file, folder, good);
      if (choice.oneIn(2)) {
        words.add("--entry=" + choice.of("X", "X.npy", "Y", choice.token()));
      }
      return words;
    }
  },
  TEXT {
    @Override
    public List<String> next(Choice choice, Path folder, Fixtures good) throws IOException {
      String name = choice.of("in.csv", "in.csv", "in.tsv", "in.txt");
      Path file = Files.write(folder.resolve(name), Matrices.text(choice));
      return matrix(choice, file, folder, good);
    }
  },
  LIBSVM {
    @Override
    public List<String> next(Choice choice, Path folder, Fixtures good) throws IOException {
      Path file = Files.write(folder.resolve("in.svm"), Matrices.libsvm(choice));
      return matrix(choice, file, folder, good);
    }
  },
  PICTURE {
    @Override
    public List<String> next(Choice choice, Path folder, Fixtures good) throws IOException {
      String kind = choice.of("png", "png", "jpg", "npy");
      byte[] bytes =
          kind.equals("npy") ? NpyFiles.harmed(choice, false) : Pictures.harmed(choice, kind);
      Path in = Files.write(folder.resolve("in." + kind), bytes);
      Path out = folder.resolve(choice.of("out.npy", "out.png"));
      if (choice.oneIn(3)) {
        return Commands.words("add-noise", in, "--sigma", 5, "-o", out);
      }
      List<String> words =
          Commands.onJava("denoise", in, "-o", out, "-k", 2, "--iterations", 2, "--patch", 3);
      words.add(choice.of("--no-refine", "--keep-mean", "--sigma=10"));
      return words;
    }
  },
  GENOTYPES {
    @Override
    public List<String> next(Choice choice, Path folder, Fixtures good) throws IOException {
      Path in = Files.write(folder.resolve("in.csv"), Matrices.genotypes(choice));
      List<String> words = Commands.markovFit(in, folder.resolve("out.lfm"));
      words.add("--genotypes");
      if (choice.oneIn(3)) {
        words.add("--label-columns=" + choice.of("0", "1", "2", choice.token()));
      }
      return words;
    }
  },
  PLINK {
    @Override
    public List<String> next(Choice choice, Path folder, Fixtures good) throws IOException {
      Path bed =
          choice.oneIn(2)
              ? Matrices.plink(choice, folder)
              : choice.oneIn(2)
                  ? Files.write(folder.resolve("in.vcf"), Matrices.vcf(choice))
                  : Files.write(folder.resolve("in.str"), Matrices.structure(choice));
      if (choice.oneIn(3)) {
        return Commands.onJava(
            "admixture", "fit", bed, "-k", 2, "--rounds", 3, "-o", folder.resolve("out"));
      }
      if (choice.oneIn(3)) {
        List<String> words = Commands.markovFit(bed, folder.resolve("out.lfm"));
        words.add("--genotypes");
        return words;
      }
      List<String> words = matrix(choice, bed, folder, good);
      if (words.get(0).equals("fit") && choice.oneIn(2)) {
        words.add("--missing=nan");
      }
      return words;
    }
  },
  MODEL {
    @Override
    public List<String> next(Choice choice, Path folder, Fixtures good) throws IOException {
      boolean markov = choice.oneIn(2);
      byte[] saved = Files.readAllBytes(markov ? good.markov() : good.lasso());
      Path model = Files.write(folder.resolve("in.lfm"), Models.harmed(choice, saved));
      return model(choice, model, markov, folder, good);
    }
  },
  LIST {
    @Override
    public List<String> next(Choice choice, Path folder, Fixtures good) throws IOException {
      Files.write(folder.resolve("X.npy"), NpyFiles.valid(choice, 6, 3, false));
      Path list = Files.write(folder.resolve("list.tsv"), Matrices.list(choice, "X.npy"));
      List<String> words =
          Commands.onJava("fit-many", list, "-o", folder.resolve("out"), "--jobs", 1);
      words.addAll(List.of("-k", choice.of("1", "1", "2", choice.token()), "--time-limit", "1"));
      return words;
    }
  };

  /** Writes the case's files into {@code folder} and gives its command line. */
  public abstract List<String> next(Choice choice, Path folder, Fixtures good) throws IOException;

  private static List<String> matrix(Choice choice, Path in, Path folder, Fixtures good) {
    Path model = folder.resolve("out.lfm");
    Path out = folder.resolve(choice.of("out.npy", "out.csv"));
    List<String> words =
        switch (choice.below(8)) {
          case 0 -> Commands.markovFit(in, model);
          case 1 -> Commands.path(in, folder.resolve("t.tsv"));
          case 2 -> Commands.transform(good.lasso(), in, out);
          case 3 -> Commands.score(good.lasso(), in);
          case 4 -> Commands.markovScore(good.markov(), in);
          case 5 -> Commands.markovTransform(good.markov(), in, out);
          default -> Commands.fit(in, model);
        };
    if (choice.oneIn(12)) {
      words.add("--scale-by=" + choice.token());
    }
    return words;
  }

  private static List<String> matrixOfZeros(Choice choice, Path in, Path folder, Fixtures good) {
    return switch (choice.below(3)) {
      case 0 -> Commands.words("identifiable", in);
      case 1 -> Commands.words("reconstruct", good.lasso(), in, "-o", folder.resolve("out.npy"));
      default -> Commands.words("score", good.lasso(), good.x(), "--z", in);
    };
  }

  private static List<String> model(
      Choice choice, Path in, boolean markov, Path folder, Fixtures good) {
    Path x = good.x();
    Path out = folder.resolve("out.npy");
    if (markov && choice.oneIn(2)) {
      return switch (choice.below(4)) {
        case 0 -> Commands.markovScore(in, x);
        case 1 -> Commands.markovGraph(in, folder.resolve("out.svg"));
        case 2 -> Commands.markovGraph(in, folder.resolve("out.json"));
        default -> Commands.markovTransform(in, x, out);
      };
    }
    return switch (choice.below(9)) {
      case 0, 1 -> Commands.words("info", in, choice.of("--json", "-v"));
      case 2 -> Commands.score(in, x);
      case 3 -> Commands.transform(in, x, out);
      case 4 -> Commands.export(in, out);
      case 5 -> Commands.words("identifiable", in, "--max-nodes", 1000);
      case 6 -> Commands.plot(in, folder.resolve("out.png"));
      case 7 -> Commands.words("reconstruct", in, good.z(), "-o", out);
      default ->
          Commands.onJava("report", in, x, "-o", folder.resolve("out.html"), "--time-limit=1");
    };
  }
}
