package org.latentfeature.cli;

import java.util.List;
import java.util.Map;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Device;
import org.latentfeature.backend.Probe;
import org.latentfeature.backend.Resources;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Limits;
import org.latentfeature.step.ResidentRows;

/** Two devices with 2 MiB of memory, which must be found too small before rows are loaded. */
public final class TinyBackendProvider implements BackendProvider {

  public static final String NAME = "tiny";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int preference() {
    return Integer.MIN_VALUE;
  }

  @Override
  public Probe probe() {
    return Probe.available(
        "tiny devices",
        List.of(
            new Device("Tiny One", 2 << 20, Map.of("colour", "red")),
            new Device("Tiny Two", 2 << 20, Map.of("colour", "blue"))));
  }

  @Override
  public Backend open(Resources resources) {
    return new Backend() {
      @Override
      public BackendInfo info() {
        return new BackendInfo(NAME, "a tiny device", 1, Map.of());
      }

      @Override
      public boolean offers(Limits<?> limits) {
        return true;
      }

      @Override
      public long bytesNeeded(int rows, int cols, List<? extends Limits<?>> opened) {
        return 4L * rows * cols;
      }

      @Override
      public long bytesAvailable() {
        return 2 << 20;
      }

      @Override
      public ResidentRows load(Matrix x, long first, StopSignal stop) {
        throw new AssertionError("the fit has started");
      }

      @Override
      public void close() {}
    };
  }
}
