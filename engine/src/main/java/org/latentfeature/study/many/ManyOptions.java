package org.latentfeature.study.many;

import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.latentfeature.backend.Backend;
import org.latentfeature.io.ReadOptions;

/**
 * Options of a run of many fits.
 *
 * @param software name and version of the program, for the models
 * @param backends opens a backend; called once on each worker's thread, which closes it. On the CPU
 *     it should have one thread, since fits at once share the processors already. On a GPU each has
 *     its own stream
 * @param jobs fits at once, at least 1
 * @param memory bytes of this machine's memory that data and fits may take together; 0 for nine
 *     tenths of what is available at the start. The memory of fits on a GPU is limited by that
 *     available on the GPU at the start
 * @param reading options for reading files
 * @param similarity minimum similarity of equal features in the table of stability; see {@link
 *     Stability}
 * @param wording puts messages of failures, with their {@linkplain org.latentfeature.data.Phrase
 *     phrases}, into the words of who reads the table of results
 */
public record ManyOptions(
    String software,
    Supplier<Backend> backends,
    int jobs,
    long memory,
    ReadOptions reading,
    double similarity,
    UnaryOperator<String> wording) {

  /** Minimum similarity of equal features. */
  public static final double SIMILAR = 0.7;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException for jobs below 1, negative memory, or a similarity not between
   *     0 and 1
   */
  public ManyOptions {
    if (jobs < 1) {
      throw new IllegalArgumentException("jobs is " + jobs + "; it must be at least 1");
    }
    if (memory < 0) {
      throw new IllegalArgumentException("memory is " + memory + "; it must be at least 0");
    }
    if (!(similarity >= 0 && similarity <= 1)) {
      throw new IllegalArgumentException(
          "similarity is " + similarity + "; it must be between 0 and 1");
    }
  }

  /**
   * Returns options of fits in the memory that is available, files read as they are.
   *
   * @param software name and version of the program
   * @param backends opens a backend for a worker
   * @param jobs fits at once
   */
  public static ManyOptions of(String software, Supplier<Backend> backends, int jobs) {
    return new ManyOptions(
        software, backends, jobs, 0, ReadOptions.DEFAULT, SIMILAR, UnaryOperator.identity());
  }

  /** Returns these options with another limit of memory. */
  public ManyOptions withMemory(long bytes) {
    return new ManyOptions(software, backends, jobs, bytes, reading, similarity, wording);
  }

  /** Returns these options with another way of reading. */
  public ManyOptions withReading(ReadOptions value) {
    return new ManyOptions(software, backends, jobs, memory, value, similarity, wording);
  }
}
