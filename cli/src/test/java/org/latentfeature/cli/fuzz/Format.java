package org.latentfeature.cli.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
      String in = Files.write(folder.resolve("in." + kind), bytes).toString();
      String out = folder.resolve(choice.of("out.npy", "out.png")).toString();
      return choice.oneIn(3)
          ? words("add-noise", in, "--sigma", "5", "-o", out)
          : words(
              "denoise",
              in,
              "-o",
              out,
              "-k",
              "2",
              "--iterations",
              "2",
              "--patch",
              "3",
              "--backend",
              "java",
              choice.of("--no-refine", "--keep-mean", "--sigma=10"));
    }
  },
  GENOTYPES {
    @Override
    public List<String> next(Choice choice, Path folder, Fixtures good) throws IOException {
      String in = Files.write(folder.resolve("in.csv"), Matrices.genotypes(choice)).toString();
      List<String> words =
          words(
              "markov",
              "fit",
              in,
              "--genotypes",
              "-k",
              "2",
              "--iterations",
              "3",
              "--backend",
              "java",
              "-o",
              folder.resolve("out.lfm").toString());
      if (choice.oneIn(3)) {
        words.add("--label-columns=" + choice.of("0", "1", "2", choice.token()));
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
      String list =
          Files.write(folder.resolve("list.tsv"), Matrices.list(choice, "X.npy")).toString();
      return words(
          "fit-many",
          list,
          "-o",
          folder.resolve("out").toString(),
          "--backend",
          "java",
          "--jobs",
          "1",
          "-k",
          choice.of("1", "1", "2", choice.token()),
          "--time-limit",
          "1");
    }
  };

  /** Writes the case's files into {@code folder} and gives its command line. */
  public abstract List<String> next(Choice choice, Path folder, Fixtures good) throws IOException;

  private static List<String> words(String... words) {
    return new ArrayList<>(List.of(words));
  }

  private static List<String> matrix(Choice choice, Path file, Path folder, Fixtures good) {
    String in = file.toString();
    String lasso = good.lasso().toString();
    String markov = good.markov().toString();
    String model = folder.resolve("out.lfm").toString();
    String out = folder.resolve(choice.of("out.npy", "out.csv")).toString();
    List<String> words =
        switch (choice.below(8)) {
          case 0 ->
              words(
                  "markov",
                  "fit",
                  in,
                  "-k",
                  "2",
                  "--iterations",
                  "3",
                  "-o",
                  model,
                  "--backend",
                  "java");
          case 1 ->
              words(
                  "path",
                  in,
                  "--max-k",
                  "2",
                  "--table",
                  folder.resolve("t.tsv").toString(),
                  "--backend",
                  "java");
          case 2 -> words("transform", lasso, in, "-o", out, "--backend", "java");
          case 3 -> words("score", lasso, in);
          case 4 -> words("markov", "score", markov, in, "--samples", "20");
          case 5 -> words("markov", "transform", markov, in, "--weights", out, "--backend", "java");
          default -> words("fit", in, "-k", "1", "-o", model, "--backend", "java");
        };
    if (choice.oneIn(12)) {
      words.add("--scale-by=" + choice.token());
    }
    return words;
  }

  private static List<String> matrixOfZeros(Choice choice, Path file, Path folder, Fixtures good) {
    String in = file.toString();
    return switch (choice.below(3)) {
      case 0 -> words("identifiable", in);
      case 1 ->
          words(
              "reconstruct",
              good.lasso().toString(),
              in,
              "-o",
              folder.resolve("out.npy").toString());
      default -> words("score", good.lasso().toString(), good.x().toString(), "--z", in);
    };
  }

  private static List<String> model(
      Choice choice, Path model, boolean markov, Path folder, Fixtures good) {
    String in = model.toString();
    String x = good.x().toString();
    String out = folder.resolve("out.npy").toString();
    if (markov && choice.oneIn(2)) {
      return switch (choice.below(4)) {
        case 0 -> words("markov", "score", in, x, "--samples", "20");
        case 1 -> words("markov", "graph", in, "-o", folder.resolve("out.svg").toString());
        case 2 -> words("markov", "graph", in, "-o", folder.resolve("out.json").toString());
        default -> words("markov", "transform", in, x, "--weights", out, "--backend", "java");
      };
    }
    return switch (choice.below(9)) {
      case 0, 1 -> words("info", in, choice.of("--json", "-v"));
      case 2 -> words("score", in, x);
      case 3 -> words("transform", in, x, "-o", out, "--backend", "java");
      case 4 -> words("export", in, "--w", out);
      case 5 -> words("identifiable", in, "--max-nodes", "1000");
      case 6 -> words("plot", in, "--image", "1x3", "-o", folder.resolve("out.png").toString());
      case 7 -> words("reconstruct", in, good.z().toString(), "-o", out);
      default ->
          words(
              "report",
              in,
              x,
              "-o",
              folder.resolve("out.html").toString(),
              "--backend",
              "java",
              "--time-limit=1");
    };
  }
}
