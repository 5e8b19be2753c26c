package org.latentfeature.evidence.ratings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.base.random.RandomStream;

/**
 * Ratings as a film recommender collects them, drawn by a seed: few people rate many films and few
 * films have many ratings; people rate what they like more often; a rating is a mean, biases of
 * user and film, five tastes that a user has or not, three that users have by degrees, and noise,
 * rounded to 1 … 5 stars.
 *
 * @param users number of people
 * @param films number of films
 * @param share of the ratings that there could be, about
 */
record RatingsProblem(int users, int films, double share, long seed) {

  private static final int TASTES = 5;
  private static final int DEGREES = 3;
  private static final double NOISE = .88;

  /** People and films of MovieLens 100k, and as many ratings. */
  static RatingsProblem full(long seed) {
    return new RatingsProblem(943, 1682, .063, seed);
  }

  /** The triplets, user, film, rating, in the order of the draw. */
  List<String> lines() {
    RandomStream random = new RandomStream(seed, "ratings");
    double[] activity = sizes(random, users, 1.1);
    double[] popularity = sizes(random, films, 1.3);
    double[] userBias = normals(random, users, .42);
    double[] filmBias = normals(random, films, .45);
    double[][] has = new double[users][TASTES + DEGREES];
    double[][] likes = new double[films][TASTES + DEGREES];
    for (double[] taste : has) {
      for (int k = 0; k < taste.length; k++) {
        taste[k] =
            k < TASTES ? (random.nextDouble() < .2 + .08 * k ? 1 : 0) : random.nextGaussian();
      }
    }
    for (double[] like : likes) {
      for (int k = 0; k < like.length; k++) {
        like[k] = random.nextGaussian() * (k < TASTES ? .38 : .1);
      }
    }
    List<String> all = new ArrayList<>();
    for (int u = 0; u < users; u++) {
      double[] stars = new double[films];
      double[] wish = new double[films];
      for (int f = 0; f < films; f++) {
        stars[f] = 3.25 + userBias[u] + filmBias[f] + .12 * Math.log(popularity[f]);
        for (int k = 0; k < has[u].length; k++) {
          stars[f] += (has[u][k] - (k < TASTES ? .36 : 0)) * likes[f][k];
        }
        // The largest of these are a draw without replacement.
        double gumbel = -Math.log(-Math.log(random.nextDouble()));
        wish[f] = Math.log(popularity[f]) + .4 * stars[f] + gumbel;
      }
      double most = films * share * (.19 + .81 * activity[u]); // nobody has very few
      all.addAll(rated(u, wish, stars, (int) Math.min(films / 2., most), random));
    }
    return all;
  }

  private static List<String> rated(
      int u, double[] wish, double[] stars, int count, RandomStream random) {
    int[] order =
        IntStream.range(0, wish.length)
            .boxed()
            .sorted(Comparator.comparingDouble(f -> -wish[f]))
            .limit(count)
            .mapToInt(f -> f)
            .toArray();
    List<String> all = new ArrayList<>();
    for (int f : order) {
      double noisy = stars[f] + NOISE * random.nextGaussian();
      all.add("%d,%d,%d".formatted(u + 1, f + 1, Math.round(Math.max(1, Math.min(5, noisy)))));
    }
    return all;
  }

  /** Writes them, with a header. */
  Path write(Path file) throws IOException {
    List<String> all = new ArrayList<>(List.of("user,film,rating"));
    all.addAll(lines());
    return Files.write(file, all);
  }

  /** Log-normal, of mean 1. */
  private static double[] sizes(RandomStream random, int count, double spread) {
    double[] sizes = normals(random, count, spread);
    for (int i = 0; i < count; i++) {
      sizes[i] = Math.exp(sizes[i] - spread * spread / 2);
    }
    return sizes;
  }

  private static double[] normals(RandomStream random, int count, double spread) {
    double[] all = new double[count];
    for (int i = 0; i < count; i++) {
      all[i] = spread * random.nextGaussian();
    }
    return all;
  }
}
