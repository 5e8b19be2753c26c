package org.latentfeature.cuda.driver;

import java.nio.ByteBuffer;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.Matrix;

/**
 * Copies between host and device. Uploads return before they are done, in order with the kernels;
 * downloads wait for everything before them.
 */
public final class Transfers implements AutoCloseable {

  private static final int UPLOAD = 4 << 20;
  private static final int DOWNLOAD = 1 << 20;

  private final CUstream stream;
  private final Staging staging;
  private final Pinned landing;
  private long bytesIn;
  private long bytesOut;

  Transfers(CUstream stream) {
    this.stream = stream;
    staging = new Staging(stream, UPLOAD);
    try {
      landing = new Pinned(DOWNLOAD);
    } catch (RuntimeException e) {
      Release.after(e, staging::close);
      throw e;
    }
  }

  /** Bytes copied to the device so far. */
  public long bytesIn() {
    return bytesIn;
  }

  /** Bytes copied back so far. */
  public long bytesOut() {
    return bytesOut;
  }

  /** Writes elements {@code from} to {@code from + count} of what is sent. */
  @FunctionalInterface
  private interface Source {
    void write(ByteBuffer into, int from, int count);
  }

  private void send(DeviceBuffer target, int count, Source source) {
    target.requireRoom(count);
    int width = target.width();
    int most = staging.most() / width;
    for (int from = 0; from < count; from += most) {
      int start = from;
      int some = Math.min(most, count - from);
      staging.send(target.from(from), some * width, bytes -> source.write(bytes, start, some));
    }
    bytesIn += (long) count * width;
  }

  /** Sends all of {@code x}, row after row. */
  public void send(Matrix x, DeviceBuffer target) {
    int cols = x.cols();
    int batch = Math.max(1, UPLOAD / Float.BYTES / cols);
    int from = 0;
    while (from < x.rows()) {
      int count = x.contiguousRows(from, batch);
      int first = from;
      send(
          target.from((long) from * cols),
          count * cols,
          (bytes, start, some) ->
              bytes.asFloatBuffer().put(x.rows(first, count).slice(start, some)));
      from += count;
    }
  }

  /** Sends {@code values} in single precision. */
  public void sendFloats(Dense values, DeviceBuffer target) {
    double[] from = values.values();
    send(
        target,
        from.length,
        (bytes, start, some) -> {
          for (int i = start; i < start + some; i++) {
            bytes.putFloat((float) from[i]);
          }
        });
  }

  /** Sends double-precision numbers. */
  public void send(double[] values, DeviceBuffer target) {
    send(
        target,
        values.length,
        (bytes, start, some) -> bytes.asDoubleBuffer().put(values, start, some));
  }

  /** Sends 32-bit integers. */
  public void send(int[] values, DeviceBuffer target) {
    send(
        target,
        values.length,
        (bytes, start, some) -> bytes.asIntBuffer().put(values, start, some));
  }

  /** Sends 16-bit integers. */
  public void send(short[] values, DeviceBuffer target) {
    send(
        target,
        values.length,
        (bytes, start, some) -> bytes.asShortBuffer().put(values, start, some));
  }

  /** Sends bytes. */
  public void send(byte[] values, DeviceBuffer target) {
    send(target, values.length, (bytes, start, some) -> bytes.put(values, start, some));
  }

  /** Sends the 64-bit words of a binary column to {@code target}, which counts 32-bit words. */
  public void sendWords(long[] words, DeviceBuffer target) {
    int ratio = Long.BYTES / Integer.BYTES;
    send(
        target,
        Math.multiplyExact(words.length, ratio),
        (bytes, start, some) -> bytes.asLongBuffer().put(words, start / ratio, some / ratio));
  }

  /** Takes what has come back. */
  @FunctionalInterface
  private interface Sink {
    void read(ByteBuffer bytes, int from, int count);
  }

  private void fetch(DeviceBuffer source, int count, Sink sink) {
    source.requireRoom(count);
    int width = source.width();
    int most = landing.size() / width;
    for (int from = 0; from < count; from += most) {
      int some = Math.min(most, count - from);
      int length = some * width;
      Status.driver(
          JCudaDriver.cuMemcpyDtoHAsync(
              landing.pointer(0), source.from(from).pointer(), length, stream),
          () -> "cuMemcpyDtoHAsync of %,d bytes of %s".formatted(length, source.name()));
      Status.driver(
          JCudaDriver.cuStreamSynchronize(stream),
          () -> "cuStreamSynchronize for %s".formatted(source.name()));
      sink.read(landing.slice(0, length), from, some);
    }
    bytesOut += (long) count * width;
  }

  /** The first {@code count} double-precision numbers. */
  public double[] doubles(DeviceBuffer source, int count) {
    double[] values = new double[count];
    fetch(source, count, (bytes, from, some) -> bytes.asDoubleBuffer().get(values, from, some));
    return values;
  }

  /** The first {@code count} single-precision numbers, widened. */
  public double[] floats(DeviceBuffer source, int count) {
    double[] values = new double[count];
    fetch(
        source,
        count,
        (bytes, from, some) -> {
          for (int i = 0; i < some; i++) {
            values[from + i] = bytes.getFloat(i * Float.BYTES);
          }
        });
    return values;
  }

  /** The first {@code count} 32-bit integers. */
  public int[] ints(DeviceBuffer source, int count) {
    int[] values = new int[count];
    fetch(source, count, (bytes, from, some) -> bytes.asIntBuffer().get(values, from, some));
    return values;
  }

  /** The first {@code count} 16-bit integers. */
  public short[] shorts(DeviceBuffer source, int count) {
    short[] values = new short[count];
    fetch(source, count, (bytes, from, some) -> bytes.asShortBuffer().get(values, from, some));
    return values;
  }

  /** The first {@code count} bytes. */
  public byte[] bytes(DeviceBuffer source, int count) {
    byte[] values = new byte[count];
    fetch(source, count, (bytes, from, some) -> bytes.get(values, from, some));
    return values;
  }

  /** The first {@code count} 64-bit integers. */
  public long[] longs(DeviceBuffer source, int count) {
    long[] values = new long[count];
    fetch(source, count, (bytes, from, some) -> bytes.asLongBuffer().get(values, from, some));
    return values;
  }

  /**
   * {@code count} 64-bit words of a binary column from {@code source}, which counts 32-bit words.
   */
  public long[] words(DeviceBuffer source, int count) {
    int ratio = Long.BYTES / Integer.BYTES;
    long[] words = new long[count];
    fetch(
        source,
        Math.multiplyExact(count, ratio),
        (bytes, from, some) -> bytes.asLongBuffer().get(words, from / ratio, some / ratio));
    return words;
  }

  /** Sets all bits of the first {@code count} elements to 0. */
  public void clear(DeviceBuffer target, long count) {
    target.requireRoom(count);
    long bytes = count * target.width();
    Status.driver(
        JCudaDriver.cuMemsetD8Async(target.pointer(), (byte) 0, bytes, stream),
        () -> "cuMemsetD8Async of %,d bytes of %s".formatted(bytes, target.name()));
  }

  @Override
  public void close() {
    Release release = new Release();
    release.one(landing::close);
    release.one(staging::close);
    release.done();
  }
}
