package org.latentfeature.spectral;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.base.random.CounterRandom;

/**
 * The real eigenpairs of a symmetric K×K×K tensor, as far as random starts of Newton's method come
 * to them: a generic tensor has at most 2^K − 1 up to sign. Nothing proves that none is missing;
 * from K = 8 on many are reached from a single start.
 *
 * @param pairs with λ of at least what was asked for, the largest first
 * @param starts how many there were
 */
public record EigenpairSearch(List<Eigenpair> pairs, int starts) {

  /** Starts a dimension, as published. */
  private static final int STARTS = 4000;

  /** Starts without a new pair that end a search, at least, and for each pair that is known. */
  private static final int LEAST_IN_VAIN = 2000;

  private static final int IN_VAIN = 10;

  /** Unit vectors whose inner product is larger in absolute value are one. */
  private static final double SAME = 0.99;

  /** Starts that threads share at once. */
  private static final int BATCH = 1024;

  /** Starts that a thread takes at once. */
  private static final int PIECE = 64;

  private static final long PURPOSE = 0xe19e;

  /** How far to search. */
  public enum Effort {
    /** Until it has long found nothing new. */
    UNTIL_IN_VAIN,
    /** All starts that were published. */
    PUBLISHED
  }

  /**
   * Searches {@code tensor}. What is found depends on the seed alone, not on the threads.
   *
   * @param least λ of pairs that are wanted
   * @param threads that share the starts
   */
  public static EigenpairSearch of(
      SymmetricTensor tensor,
      double least,
      Effort effort,
      long seed,
      int threads,
      StopSignal stop) {
    int k = tensor.size();
    int most = STARTS * k;
    long stream = CounterRandom.stream(seed, PURPOSE);
    NewtonCorrection[] workers = new NewtonCorrection[threads];
    for (int w = 0; w < threads; w++) {
      workers[w] = new NewtonCorrection(tensor);
    }
    double[][] x = new double[BATCH][k];
    double[] lambdas = new double[BATCH];
    List<Eigenpair> found = new ArrayList<>();
    int inVain = 0;
    int starts = 0;
    while (starts < most) {
      int first = starts;
      int count = Math.min(BATCH, most - first);
      Workers.share(
          threads,
          (count + PIECE - 1) / PIECE,
          stop,
          (worker, piece) -> {
            for (int i = piece * PIECE; i < Math.min(count, (piece + 1) * PIECE); i++) {
              start(stream, first + i, x[i]);
              lambdas[i] = workers[worker].run(x[i]);
            }
          });
      for (int i = 0; i < count; i++) {
        starts++;
        boolean isNew = lambdas[i] > 0 && isNew(found, x[i]);
        if (isNew) {
          found.add(new Eigenpair(lambdas[i], x[i].clone()));
        }
        inVain = isNew ? 0 : inVain + 1;
        if (effort == Effort.UNTIL_IN_VAIN
            && inVain >= Math.max(LEAST_IN_VAIN, IN_VAIN * found.size())) {
          return new EigenpairSearch(wanted(found, least), starts);
        }
      }
    }
    return new EigenpairSearch(wanted(found, least), starts);
  }

  private static void start(long stream, int number, double[] x) {
    double squares = 0;
    for (int j = 0; j < x.length; j++) {
      x[j] = CounterRandom.normal(stream, number, j);
      squares += x[j] * x[j];
    }
    double scale = 1 / Math.sqrt(squares);
    for (int j = 0; j < x.length; j++) {
      x[j] *= scale;
    }
  }

  private static boolean isNew(List<Eigenpair> found, double[] x) {
    for (Eigenpair pair : found) {
      double product = 0;
      for (int j = 0; j < x.length; j++) {
        product += x[j] * pair.vector()[j];
      }
      if (Math.abs(product) > SAME) {
        return false;
      }
    }
    return true;
  }

  private static List<Eigenpair> wanted(List<Eigenpair> found, double least) {
    return found.stream()
        .filter(pair -> pair.lambda() >= least)
        .sorted(Comparator.comparingDouble(pair -> -pair.lambda()))
        .toList();
  }
}
