package org.latentfeature.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.contract.ForwardingBackend;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

class OpenedTest {

  /** A backend on which nothing but codes can be opened. */
  private static final class OnlyCodes extends ForwardingBackend {

    @Override
    protected <R extends Resident> R opened(ResidentRows rows, Limits<R> limits, R step) {
      if (limits instanceof Incidence.Limits) {
        return step;
      }
      step.close();
      throw new StoppedException();
    }
  }

  @Test
  void whatIsInUseRemainsOpenIfALaterOneFails() {
    BitVector column = BitVector.of(new boolean[] {true, false});
    Matrix x = Matrix.of(new float[][] {{1, 2}, {3, 4}});
    try (OnlyCodes backend = new OnlyCodes();
        ResidentRows rows = backend.load(x, 0, StopSignal.NEVER);
        Opened opened = new Opened(rows, StopSignal.NEVER)) {
      Incidence codes = opened.open(new Incidence.Limits(1));
      assertThrows(StoppedException.class, () -> opened.openBeside(new Factorisation.Limits(1)));
      codes.append(List.of(column));
      assertEquals(BinaryMatrix.ofColumns(2, List.of(column)), codes.toMatrix());
    }
  }
}
