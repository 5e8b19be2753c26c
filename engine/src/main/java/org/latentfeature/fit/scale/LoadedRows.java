package org.latentfeature.fit.scale;

import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.DataException;
import org.latentfeature.data.DataFacts;
import org.latentfeature.data.Phrase;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.step.CodeSums;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Opened;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.RowCoding;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathStatistics;

/**
 * Rows on one machine: resident on its backend, or in a file that is read block by block.
 *
 * @param data the rows
 */
record LoadedRows(LoadedData data) implements AllRows {

  /** Returns the limits of the steps that are open at once. */
  static List<Limits<?>> limits(int k) {
    return List.of(new Incidence.Limits(k), new Factorisation.Limits(k));
  }

  @Override
  public int rows() {
    return kept().rows();
  }

  @Override
  public int cols() {
    return kept().cols();
  }

  @Override
  public float largest() {
    DataFacts facts = kept().facts();
    if (facts.missing() > 0) {
      throw new DataException(
          "%,d entries of X are missing; a fit to a sample cannot be extended to such rows: %s"
              .formatted(facts.missing(), Phrase.NO_SAMPLE));
    }
    return facts.requireFinite("X").largest();
  }

  @Override
  public double meanSquare() {
    return kept().facts().requireFiniteOrMissing("X").meanSquare();
  }

  @Override
  public Rows selectRows(int[] numbers) {
    return kept().selectRows(numbers);
  }

  /** All. */
  @Override
  public Rows kept() {
    return data.source();
  }

  @Override
  public PathSums openPaths(int k, StopSignal stop) {
    PathCoder.Limits limits = new PathCoder.Limits(k);
    PathCoder coder = data.rows(List.of(limits), stop).open(limits, stop);
    return new PathSums() {
      @Override
      public PathStatistics sum(PathObjective objective, PathModel model) {
        return coder.statistics(objective, model);
      }

      @Override
      public void close() {
        coder.close();
      }
    };
  }

  @Override
  public Coding open(int k, StopSignal stop) {
    Opened opened = new Opened(data.rows(limits(k), stop), stop);
    Incidence codes = opened.open(new Incidence.Limits(k));
    Factorisation steps = opened.open(new Factorisation.Limits(k));
    return new Coding() {
      @Override
      public CodeSums code(Dense w, RowCoding how) {
        return steps.code(codes, w, how);
      }

      @Override
      public void retain(int[] kept) {
        codes.retain(kept);
      }

      @Override
      public BinaryMatrix codes() {
        return codes.toMatrix();
      }

      @Override
      public void close() {
        opened.close();
      }
    };
  }
}
