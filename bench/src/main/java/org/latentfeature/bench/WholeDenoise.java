package org.latentfeature.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.HostMemory;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.bench.machine.Machine;
import org.latentfeature.bench.step.DrawnPicture;
import org.latentfeature.fit.FitListener;
import org.latentfeature.io.image.PictureReader;
import org.latentfeature.io.image.Plane;
import org.latentfeature.io.image.Psnr;
import org.latentfeature.markov.MarkovResult;
import org.latentfeature.markov.denoise.DenoiseOptions;
import org.latentfeature.markov.denoise.PlaneDenoiser;
import org.latentfeature.markov.denoise.Refinement;

/**
 * Seconds of denoising one plane, in memory, by what they went into: learning (coding, statistics,
 * solves, transitions) and the last coding of all patches. After warm-up, in one JVM.
 */
final class WholeDenoise {

  private WholeDenoise() {}

  static void start(String[] args) throws IOException {
    Arguments arguments =
        new Arguments(args, "runs", "warm-up", "picture", "side", "sigma", "features", "seed");
    int runs = arguments.integer("runs", 3, 1);
    int warmUp = arguments.integer("warm-up", 1, 0);
    int sigma = arguments.integer("sigma", 25, 1);
    int seed = arguments.integer("seed", 1, 0);
    String picture = arguments.text("picture", "");
    Plane truth =
        picture.isEmpty()
            ? DrawnPicture.of(arguments.integer("side", 512, 8), seed)
            : PictureReader.read(Path.of(picture)).planes().get(0);
    Plane noisy = truth.copy();
    noisy.addNoise(sigma, new RandomStream(seed, "noise"));
    DenoiseOptions options =
        DenoiseOptions.of(arguments.integer("features", DenoiseOptions.FEATURES, 1));
    Backends.Choice choice = arguments.openBackend();
    try (Backend backend = choice.backend()) {
      Machine.describe("Denoising", choice);
      System.out.printf(
          "%d×%d pixels (%s), sigma %d, %s; %d runs after %d that are not counted%n%n",
          truth.rows(),
          truth.cols(),
          picture.isEmpty() ? "drawn" : picture,
          sigma,
          "K " + options.model().k(),
          runs,
          warmUp);
      measure(backend, options, truth, noisy, sigma, runs, warmUp);
    }
  }

  private static void measure(
      Backend backend,
      DenoiseOptions options,
      Plane truth,
      Plane noisy,
      int sigma,
      int runs,
      int warmUp) {
    PlaneDenoiser denoiser = new PlaneDenoiser(backend, options);
    PlaneDenoiser plain = new PlaneDenoiser(backend, options.withRefinement(Refinement.NONE));
    Map<String, RepeatedTimes> seconds = new TreeMap<>();
    double psnr = 0;
    double plainPsnr = 0;
    for (int run = -warmUp; run < runs; run++) {
      long start = System.nanoTime();
      MarkovResult model = denoiser.learn(noisy, sigma, FitListener.SILENT);
      long learned = System.nanoTime();
      Plane coded = plain.apply(noisy, model.parameters());
      long applied = System.nanoTime();
      Plane clean = denoiser.apply(noisy, model.parameters());
      long end = System.nanoTime();
      plainPsnr = Psnr.of(truth, coded);
      psnr = Psnr.of(truth, clean);
      if (run >= 0) {
        model
            .seconds()
            .forEach(
                (phase, s) ->
                    add(seconds, phase.equals("total") ? "learning" : "learning: " + phase, s));
        double coding = (applied - learned) * 1e-9;
        double both = (end - applied) * 1e-9;
        double learning = (learned - start) * 1e-9;
        add(seconds, "coding all patches", coding);
        add(seconds, "coding and refining", both);
        add(seconds, "whole, not refined", learning + coding);
        add(seconds, "whole", learning + both);
      }
    }
    System.out.printf("%-24s %9s %9s %9s%n", "part", "median s", "least", "most");
    seconds.forEach(
        (part, s) ->
            System.out.printf("%-24s %9.3f %9.3f %9.3f%n", part, s.median(), s.least(), s.most()));
    System.out.printf(
        "%nPSNR %.2f dB, not refined %.2f, of the noisy picture %.2f%n",
        psnr, plainPsnr, Psnr.of(truth, noisy));
    HostMemory.peakResident()
        .ifPresent(bytes -> System.out.printf("peak resident %,d MB%n", bytes / 1_000_000));
  }

  private static void add(Map<String, RepeatedTimes> seconds, String part, double value) {
    seconds.computeIfAbsent(part, name -> new RepeatedTimes()).add(value);
  }
}
