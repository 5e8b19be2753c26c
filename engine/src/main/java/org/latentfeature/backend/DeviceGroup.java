package org.latentfeature.backend;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.latentfeature.backend.blocks.DeviceThreads;
import org.latentfeature.backend.blocks.RowsInParts;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Limits;
import org.latentfeature.step.PartLayout;
import org.latentfeature.step.ResidentRows;

/**
 * Several devices as one backend, each with an equal share of the rows: maps and sums run on all
 * devices at once, passes on one after another.
 */
public final class DeviceGroup implements Backend {

  private final List<Backend> devices;
  private final DeviceThreads threads;
  private final OneThread users;

  /** A group of {@code devices}; closing this closes them too. */
  public DeviceGroup(List<Backend> devices) {
    this.devices = List.copyOf(devices);
    threads = new DeviceThreads(devices.size());
    users = new OneThread(devices.get(0).info().name());
  }

  @Override
  public BackendInfo info() {
    BackendInfo first = devices.get(0).info();
    String all = devices.stream().map(d -> d.info().device()).collect(Collectors.joining(" + "));
    return new BackendInfo(first.name(), all, first.threads(), Map.copyOf(first.versions()));
  }

  @Override
  public boolean offers(Limits<?> limits) {
    return devices.stream().allMatch(device -> device.offers(limits));
  }

  /** On one of them, as much as on any: each has the same share of the rows. */
  @Override
  public long bytesNeeded(int rows, int cols, List<? extends Limits<?>> opened) {
    PartLayout layout = PartLayout.of(rows, devices.size());
    long most = 0;
    for (int p = 0; p < layout.count(); p++) {
      most = Math.max(most, devices.get(p).bytesNeeded(layout.rows(p), cols, opened));
    }
    return most;
  }

  @Override
  public long bytesAvailable() {
    return threads.all(devices.size(), device -> devices.get(device).bytesAvailable()).stream()
        .mapToLong(Long::longValue)
        .min()
        .orElseThrow();
  }

  @Override
  public ResidentRows load(Matrix x, long first, StopSignal stop) {
    return inParts(x, first, (device, rows, number) -> device.load(rows, number, stop));
  }

  @Override
  public ResidentRows loadBlock(Matrix x, long first, StopSignal stop) {
    return inParts(x, first, (device, rows, number) -> device.loadBlock(rows, number, stop));
  }

  /** Loads a part of the rows on its device. */
  @FunctionalInterface
  private interface Loading {
    ResidentRows load(Backend device, Matrix rows, long first);
  }

  private ResidentRows inParts(Matrix x, long first, Loading loading) {
    return new RowsInParts(
        x,
        first,
        PartLayout.of(x.rows(), devices.size()),
        threads,
        algebra(),
        (part, rows, number) -> loading.load(devices.get(part), rows, number));
  }

  @Override
  public boolean isShared() {
    return false;
  }

  @Override
  public Runnable claim() {
    return users.claim();
  }

  @Override
  public Algebra algebra() {
    return devices.get(0).algebra();
  }

  @Override
  public void close() {
    List<Backend> open = new ArrayList<>(devices);
    threads.all(
        open.size(),
        device -> {
          open.get(device).close();
          return device;
        });
    threads.close();
  }

  @Override
  public String toString() {
    return info().toString();
  }
}
