package org.latentfeature.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

class OpenedTest {

  /** Rows on which nothing but codes can be opened. */
  private record OnlyCodes(ResidentRows of) implements ResidentRows {

    @Override
    public long first() {
      return of.first();
    }

    @Override
    public int rows() {
      return of.rows();
    }

    @Override
    public int cols() {
      return of.cols();
    }

    @Override
    public <R extends Resident> R open(Limits<R> limits, StopSignal stop) {
      if (!(limits instanceof Incidence.Limits)) {
        throw new StoppedException();
      }
      return of.open(limits, stop);
    }

    @Override
    public Matrix copy(int[] rows) {
      return of.copy(rows);
    }

    @Override
    public Counters counters() {
      return of.counters();
    }

    @Override
    public void close() {
      of.close();
    }
  }

  @Test
  void whatIsInUseRemainsOpenIfALaterOneFails() {
    BitVector column = BitVector.of(new boolean[] {true, false});
    Matrix x = Matrix.of(new float[][] {{1, 2}, {3, 4}});
    try (Backend backend = new ReferenceProvider().open(Resources.ofThreads(1));
        ResidentRows rows = new OnlyCodes(backend.load(x, 0, StopSignal.NEVER));
        Opened opened = new Opened(rows, StopSignal.NEVER)) {
      Incidence codes = opened.open(new Incidence.Limits(1));
      Factorisation.Limits more = new Factorisation.Limits(1);
      assertThrows(StoppedException.class, () -> opened.openBeside(more));
      codes.append(List.of(column));
      assertEquals(BinaryMatrix.ofColumns(2, List.of(column)), codes.toMatrix());
    }
  }
}
