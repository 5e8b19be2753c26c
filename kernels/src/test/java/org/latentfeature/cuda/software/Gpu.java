package org.latentfeature.cuda.software;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import jcuda.Pointer;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;
import jcuda.jcublas.JCublas2;
import jcuda.jcublas.cublasHandle;
import jcuda.runtime.cudaStream_t;

/**
 * A context, a stream and a cuBLAS handle on the software device, for its own tests: JCuda's plain
 * calls, with as little around them as reads well. Status codes are returned, not thrown.
 */
final class Gpu implements AutoCloseable {

  final CUstream stream = new CUstream();
  final cublasHandle cublas = new cublasHandle();
  private final CUdevice device = new CUdevice();
  private final List<CUdeviceptr> buffers = new ArrayList<>();
  private final List<CUmodule> modules = new ArrayList<>();

  Gpu() {
    JCudaDriver.setExceptionsEnabled(false);
    JCublas2.setExceptionsEnabled(false);
    CUcontext context = new CUcontext();
    check(JCudaDriver.cuInit(0));
    check(JCudaDriver.cuDeviceGet(device, 0));
    check(JCudaDriver.cuDevicePrimaryCtxRetain(context, device));
    check(JCudaDriver.cuCtxSetCurrent(context));
    check(JCudaDriver.cuStreamCreate(stream, 1));
    check(JCublas2.cublasCreate(cublas));
    check(JCublas2.cublasSetStream(cublas, new cudaStream_t(stream)));
  }

  static void check(int status) {
    if (status != 0) {
      throw new AssertionError("status " + status + ", " + SoftwareDevice.faults());
    }
  }

  CUdeviceptr allocate(long bytes) {
    CUdeviceptr pointer = new CUdeviceptr();
    check(JCudaDriver.cuMemAlloc(pointer, bytes));
    buffers.add(pointer);
    return pointer;
  }

  CUdeviceptr upload(float... values) {
    CUdeviceptr pointer = allocate(4L * values.length);
    check(JCudaDriver.cuMemcpyHtoD(pointer, Pointer.to(values), 4L * values.length));
    return pointer;
  }

  CUdeviceptr upload(int... values) {
    CUdeviceptr pointer = allocate(4L * values.length);
    check(JCudaDriver.cuMemcpyHtoD(pointer, Pointer.to(values), 4L * values.length));
    return pointer;
  }

  CUdeviceptr upload(double... values) {
    CUdeviceptr pointer = allocate(8L * values.length);
    check(JCudaDriver.cuMemcpyHtoD(pointer, Pointer.to(values), 8L * values.length));
    return pointer;
  }

  float[] floats(CUdeviceptr pointer, int count) {
    float[] values = new float[count];
    check(JCudaDriver.cuMemcpyDtoH(Pointer.to(values), pointer, 4L * count));
    return values;
  }

  int[] ints(CUdeviceptr pointer, int count) {
    int[] values = new int[count];
    check(JCudaDriver.cuMemcpyDtoH(Pointer.to(values), pointer, 4L * count));
    return values;
  }

  double[] doubles(CUdeviceptr pointer, int count) {
    double[] values = new double[count];
    check(JCudaDriver.cuMemcpyDtoH(Pointer.to(values), pointer, 8L * count));
    return values;
  }

  /** What a module of nothing but the kernel's entry line answers, with these PTX types. */
  int find(CUfunction function, String name, String... types) {
    StringBuilder ptx = new StringBuilder(".version 8.0\n.target sm_75\n.address_size 64\n");
    ptx.append(".visible .entry ").append(name).append("(\n");
    for (int i = 0; i < types.length; i++) {
      ptx.append(i == 0 ? "" : ",\n");
      ptx.append("\t.param .")
          .append(types[i])
          .append(' ')
          .append(name)
          .append("_param_")
          .append(i);
    }
    ptx.append("\n)\n{\n\tret;\n}\n");
    CUmodule module = new CUmodule();
    check(JCudaDriver.cuModuleLoadData(module, ptx.toString()));
    modules.add(module);
    return JCudaDriver.cuModuleGetFunction(function, module, name);
  }

  /** A {@code CUdevice_attribute} of the device. */
  static int attribute(int number) {
    int[] value = new int[1];
    CUdevice device = new CUdevice();
    check(JCudaDriver.cuDeviceGet(device, 0));
    check(JCudaDriver.cuDeviceGetAttribute(value, number, device));
    return value[0];
  }

  /** Launches on the stream; each argument is a device pointer or a boxed number. */
  int launch(String name, int grid, int block, int sharedBytes, Object... arguments) {
    String[] types = new String[arguments.length];
    ByteBuffer packed = ByteBuffer.allocateDirect(8 * arguments.length + 8);
    packed.order(ByteOrder.nativeOrder());
    for (int i = 0; i < arguments.length; i++) {
      types[i] = put(packed, arguments[i]);
    }
    CUfunction function = new CUfunction();
    check(find(function, name, types));
    return launchRaw(function, grid, block, sharedBytes, packed, packed.position());
  }

  /** The same, all blocks at once; each argument is told apart. */
  int launchTogether(String name, int grid, int block, int sharedBytes, Object... arguments) {
    String[] types = new String[arguments.length];
    Pointer[] each = new Pointer[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      ByteBuffer one = ByteBuffer.allocateDirect(8).order(ByteOrder.nativeOrder());
      types[i] = put(one, arguments[i]);
      each[i] = Pointer.to(one.rewind());
    }
    CUfunction function = new CUfunction();
    check(find(function, name, types));
    return JCudaDriver.cuLaunchCooperativeKernel(
        function, grid, 1, 1, block, 1, 1, sharedBytes, stream, Pointer.to(each));
  }

  int launchRaw(
      CUfunction function, int grid, int block, int sharedBytes, ByteBuffer packed, long size) {
    Pointer extra =
        Pointer.to(
            JCudaDriver.CU_LAUNCH_PARAM_BUFFER_POINTER,
            Pointer.to(packed.rewind()),
            JCudaDriver.CU_LAUNCH_PARAM_BUFFER_SIZE,
            Pointer.to(new long[] {size}),
            JCudaDriver.CU_LAUNCH_PARAM_END);
    return JCudaDriver.cuLaunchKernel(
        function, grid, 1, 1, block, 1, 1, sharedBytes, stream, null, extra);
  }

  private static String put(ByteBuffer packed, Object argument) {
    int size = argument instanceof Integer || argument instanceof Float ? 4 : 8;
    packed.position((packed.position() + size - 1) / size * size);
    if (argument instanceof Integer value) {
      packed.putInt(value);
      return "u32";
    } else if (argument instanceof Float value) {
      packed.putFloat(value);
      return "f32";
    } else if (argument instanceof Double value) {
      packed.putDouble(value);
      return "f64";
    } else if (argument instanceof Long value) {
      packed.putLong(value);
      return "u64";
    }
    packed.putLong(new Address((CUdeviceptr) argument).value());
    return "u64";
  }

  private static final class Address extends CUdeviceptr {
    Address(CUdeviceptr pointer) {
      super(pointer);
    }

    long value() {
      return getNativePointer() + getByteOffset();
    }
  }

  int synchronise() {
    return JCudaDriver.cuStreamSynchronize(stream);
  }

  /** Closes what this made, as a careful owner does; what a test leaked is left for it to see. */
  @Override
  public void close() {
    JCublas2.cublasDestroy(cublas);
    buffers.forEach(JCudaDriver::cuMemFree);
    modules.forEach(JCudaDriver::cuModuleUnload);
    JCudaDriver.cuStreamDestroy(stream);
    JCudaDriver.cuDevicePrimaryCtxRelease(device);
  }
}
