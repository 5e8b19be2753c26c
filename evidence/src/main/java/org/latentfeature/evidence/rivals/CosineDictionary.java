package org.latentfeature.evidence.rivals;

import org.latentfeature.base.linalg.Dense;

/**
 * The overcomplete discrete cosine dictionary of patches, from which K-SVD starts: products of
 * cosines cos(π i k / m) in i and j, those with k &gt; 0 without their mean, scaled to length 1.
 */
final class CosineDictionary {

  private CosineDictionary() {}

  /**
   * The dictionary.
   *
   * @param size side of a patch, p
   * @param frequencies m, in each direction
   * @return m²×p², an atom a row, its pixels row after row
   */
  static Dense of(int size, int frequencies) {
    double[][] waves = new double[frequencies][];
    for (int k = 0; k < frequencies; k++) {
      waves[k] = wave(size, k, frequencies);
    }
    Dense atoms = new Dense(frequencies * frequencies, size * size);
    for (int k = 0; k < atoms.rows(); k++) {
      double[] down = waves[k / frequencies];
      double[] across = waves[k % frequencies];
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
          atoms.set(k, i * size + j, down[i] * across[j]);
        }
      }
    }
    return atoms;
  }

  private static double[] wave(int size, int k, int frequencies) {
    double[] wave = new double[size];
    double sum = 0;
    for (int i = 0; i < size; i++) {
      wave[i] = Math.cos(Math.PI * i * k / frequencies);
      sum += wave[i];
    }
    double squares = 0;
    for (int i = 0; i < size; i++) {
      wave[i] -= k == 0 ? 0 : sum / size;
      squares += wave[i] * wave[i];
    }
    for (int i = 0; i < size; i++) {
      wave[i] /= Math.sqrt(squares);
    }
    return wave;
  }
}
