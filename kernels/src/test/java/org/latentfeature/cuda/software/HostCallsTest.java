package org.latentfeature.cuda.software;

import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import jcuda.Pointer;
import jcuda.driver.CUDA_ARRAY_DESCRIPTOR;
import jcuda.driver.CUarray;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUevent;
import jcuda.driver.CUfunction;
import jcuda.driver.CUfunction_attribute;
import jcuda.driver.CUmodule;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;
import jcuda.jcublas.JCublas2;
import jcuda.jcublas.cublasHandle;
import org.junit.jupiter.api.Test;

/** Each kind of mistake that host code can make is caught, and the message says which. */
class HostCallsTest extends GpuTest {

  @Test
  void copyToAHostPointer() {
    // So far down that the device, whose addresses the system chooses, never lies there.
    CUdeviceptr host = new HostAddress(0x12345678L);
    refused(
        CUresult.CUDA_ERROR_INVALID_VALUE,
        JCudaDriver.cuMemcpyHtoD(host, Pointer.to(new float[4]), 16),
        "cuMemcpyHtoD: its destination, 16 bytes from host address 0x12345678, does not lie in"
            + " one live buffer of the device");
  }

  @Test
  void copyPastTheEndOfABuffer() {
    CUdeviceptr x = gpu.upload(new float[4]);
    refused(
        CUresult.CUDA_ERROR_INVALID_VALUE,
        JCudaDriver.cuMemcpyDtoH(Pointer.to(new float[8]), x, 32),
        "cuMemcpyDtoH: its source, 32 bytes from buffer",
        "(16 bytes) + 0, does not lie in one live buffer");
  }

  @Test
  void copyFromADevicePointerAsIfItWereTheHosts() {
    CUdeviceptr x = gpu.upload(new float[4]);
    CUdeviceptr y = gpu.allocate(16);
    refused(
        CUresult.CUDA_ERROR_INVALID_VALUE,
        JCudaDriver.cuMemcpyHtoD(y, x, 16),
        "cuMemcpyHtoD: its source must be host memory and is buffer");
  }

  @Test
  void copyOfWhatWasNeverWritten() {
    CUdeviceptr x = gpu.allocate(16);
    Gpu.check(JCudaDriver.cuMemsetD8Async(x, (byte) 0, 8, gpu.stream));
    Gpu.check(gpu.synchronise());
    refused(
        CUresult.CUDA_ERROR_ILLEGAL_ADDRESS,
        JCudaDriver.cuMemcpyDtoH(Pointer.to(new float[4]), x, 16),
        "cuMemcpyDtoH: copies 16 bytes",
        "(16 bytes) + 8 was never written");
  }

  @Test
  void missingSynchronisation() {
    CUdeviceptr x = gpu.upload(1f, 2f);
    Pointer pinned = new Pointer();
    Gpu.check(JCudaDriver.cuMemAllocHost(pinned, 8));
    ByteBuffer host = pinned.getByteBuffer(0, 8).order(ByteOrder.nativeOrder());
    Gpu.check(gpu.launch("scale", 1, 32, 0, x, 3f, 2));
    Gpu.check(JCudaDriver.cuMemcpyDtoHAsync(pinned, x, 8, gpu.stream));
    assertTrue(Float.isNaN(host.getFloat(0)), "what is not waited for is not there");
    assertEquals(0xffbadbad, host.getInt(4));
    Gpu.check(gpu.synchronise());
    assertEquals(3, host.getFloat(0));
    assertEquals(6, host.getFloat(4));
    Gpu.check(JCudaDriver.cuMemFreeHost(pinned));
  }

  @Test
  void pinnedMemoryIsReadWhenTheCopyRuns() {
    CUdeviceptr x = gpu.allocate(4);
    Pointer pinned = new Pointer();
    Gpu.check(JCudaDriver.cuMemAllocHost(pinned, 4));
    ByteBuffer host = pinned.getByteBuffer(0, 4).order(ByteOrder.nativeOrder());
    host.putFloat(0, 1);
    Gpu.check(JCudaDriver.cuMemcpyHtoDAsync(x, pinned, 4, gpu.stream));
    host.putFloat(0, 2); // too early
    Gpu.check(gpu.synchronise());
    assertArrayEquals(new float[] {2}, gpu.floats(x, 1));
    assertEquals(0, SoftwareDevice.counters().pageableCopies());
    Gpu.check(JCudaDriver.cuMemFreeHost(pinned));
  }

  @Test
  void asynchronousCopiesOfPageableMemoryAreCounted() {
    CUdeviceptr x = gpu.allocate(4);
    Gpu.check(JCudaDriver.cuMemcpyHtoDAsync(x, Pointer.to(new float[] {5}), 4, gpu.stream));
    float[] back = new float[1];
    Gpu.check(JCudaDriver.cuMemcpyDtoHAsync(Pointer.to(back), x, 4, gpu.stream));
    assertEquals(5, back[0], "to pageable memory the driver waits");
    assertEquals(2, SoftwareDevice.counters().pageableCopies());
  }

  @Test
  void anotherStreamMustBeWaitedFor() {
    CUstream other = new CUstream();
    CUevent event = new CUevent();
    Gpu.check(JCudaDriver.cuStreamCreate(other, 1));
    Gpu.check(JCudaDriver.cuEventCreate(event, 2));
    CUdeviceptr x = gpu.allocate(16);
    Gpu.check(JCudaDriver.cuMemsetD32Async(x, 1, 4, gpu.stream));
    Gpu.check(JCudaDriver.cuEventRecord(event, gpu.stream));
    Gpu.check(JCudaDriver.cuStreamWaitEvent(other, event, 0));
    Gpu.check(JCudaDriver.cuMemcpyDtoDAsync(gpu.allocate(16), x, 16, other));
    assertEquals(CUresult.CUDA_ERROR_NOT_READY, JCudaDriver.cuEventQuery(event));
    Gpu.check(JCudaDriver.cuStreamSynchronize(other));
    Gpu.check(JCudaDriver.cuEventQuery(event));
    assertArrayEquals(new int[] {1, 1, 1, 1}, gpu.ints(x, 4));

    CUdeviceptr y = gpu.allocate(16);
    float[] back = new float[4];
    Gpu.check(JCudaDriver.cuMemsetD32Async(y, 1, 4, gpu.stream));
    refused(
        CUresult.CUDA_ERROR_ILLEGAL_ADDRESS,
        JCudaDriver.cuMemcpyDtoHAsync(Pointer.to(back), y, 16, other),
        "was never written");
  }

  /** As a driver's compiler refuses it. */
  @Test
  void kernelsForALaterGpu() {
    refused(
        CUresult.CUDA_ERROR_INVALID_PTX,
        JCudaDriver.cuModuleLoadData(
            new CUmodule(), ".version 8.0\n.target sm_999\n.visible .entry scale()\n{ }"),
        ".target is higher");
  }

  @Test
  void leaks() {
    CUcontext context = new CUcontext();
    CUdevice device = new CUdevice();
    Gpu.check(JCudaDriver.cuDeviceGet(device, 0));
    Gpu.check(JCudaDriver.cuCtxCreate(context, 0, device));
    Gpu.check(JCudaDriver.cuMemAlloc(new CUdeviceptr(), 100));
    Gpu.check(JCudaDriver.cuMemAllocHost(new Pointer(), 50));
    Gpu.check(JCudaDriver.cuStreamCreate(new CUstream(), 1));
    Gpu.check(JCudaDriver.cuEventCreate(new CUevent(), 0));
    Gpu.check(
        JCudaDriver.cuModuleLoadData(new CUmodule(), ".visible .entry scale(.param .u64 x)\n{ }"));
    Gpu.check(JCublas2.cublasCreate(new cublasHandle()));
    Gpu.check(JCudaDriver.cuDevicePrimaryCtxRetain(new CUcontext(), device));
    gpu.close();
    List<String> leaks = SoftwareDevice.leaks();
    assertTrue(leaks.get(0).matches("buffer \\d+ of device memory \\(100 bytes\\) not freed"));
    assertEquals(
        List.of(
            "pinned memory (50 bytes) not freed",
            "1 stream(s) not destroyed",
            "1 event(s) not destroyed",
            "1 module(s) not unloaded",
            "the primary context of device 0 is retained 1 time(s)",
            "1 context(s) not destroyed",
            "1 cuBLAS handle(s) not destroyed"),
        leaks.subList(1, leaks.size()));
  }

  @Test
  void wrongNumberOfArguments() {
    CUfunction scale = new CUfunction();
    Gpu.check(gpu.find(scale, "scale", "u64", "f32", "u32"));
    ByteBuffer packed = ByteBuffer.allocateDirect(64);
    refused(
        CUresult.CUDA_ERROR_INVALID_VALUE,
        gpu.launchRaw(scale, 1, 32, 0, packed, 12),
        "scale: called with 12 bytes of arguments, its PTX entry takes 16: u64 f32 u32");
    SoftwareDevice.resetFaults();
    refused(
        CUresult.CUDA_ERROR_INVALID_VALUE,
        gpu.launchRaw(scale, 1, 32, 0, packed, 24),
        "scale: called with 24 bytes of arguments, its PTX entry takes 16: u64 f32 u32");
  }

  @Test
  void signatureThatIsNotTheSources() {
    refused(
        CUresult.CUDA_ERROR_INVALID_SOURCE,
        gpu.find(new CUfunction(), "other_signature", "u64", "u32", "f32"),
        "other_signature: its PTX entry takes u64 u32 f32, its source in bounds.cu takes u64 u32"
            + " f64");
  }

  @Test
  void kernelThatNobodyCompiled() {
    refused(
        CUresult.CUDA_ERROR_NOT_FOUND,
        gpu.find(new CUfunction(), "forgotten", "u64"),
        "forgotten: the PTX has it, and no .cu file that was compiled here");
  }

  @Test
  void argumentsOneByOne() {
    CUfunction scale = new CUfunction();
    Gpu.check(gpu.find(scale, "scale", "u64", "f32", "u32"));
    CUdeviceptr x = gpu.upload(1f, 2f);
    Pointer arguments =
        Pointer.to(Pointer.to(x), Pointer.to(new float[] {4}), Pointer.to(new int[] {2}));
    Gpu.check(JCudaDriver.cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, gpu.stream, arguments, null));
    Gpu.check(gpu.synchronise());
    assertArrayEquals(new float[] {4, 8}, gpu.floats(x, 2));
  }

  @Test
  void launchesThatTheDeviceHasNoRoomFor() {
    CUdeviceptr x = gpu.upload(1f);
    refused(
        CUresult.CUDA_ERROR_INVALID_VALUE,
        gpu.launch("scale", 1, 1025, 0, x, 1f, 1),
        "scale: blocks of (1025,1,1) = 1025 threads, a block has 1024 at most");
    SoftwareDevice.resetFaults();
    refused(
        CUresult.CUDA_ERROR_INVALID_VALUE,
        gpu.launch("scale", 0, 32, 0, x, 1f, 1),
        "scale: an empty launch, grid (0,1,1) of blocks of (32,1,1)");
    SoftwareDevice.resetFaults();
    int threads = Gpu.attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
    refuseTogether(256, 0, threads / 256, x);
    int shared = Gpu.attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
    int reserved = Gpu.attribute(CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK);
    refuseTogether(32, 40_000, shared / (40_000 + reserved), x);
    refused(
        CUresult.CUDA_ERROR_INVALID_VALUE,
        gpu.launch("scale", 1, 32, 49153, x, 1f, 1),
        "scale: 49153 bytes of dynamic shared memory, and its limit is 49152; raise it by"
            + " cuFuncSetAttribute");
  }

  /** A block more than there is room for, of which a multiprocessor holds so many. */
  private void refuseTogether(int threads, int sharedBytes, int held, CUdeviceptr x) {
    int most = held * Gpu.attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    refused(
        CUresult.CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
        gpu.launchTogether("scale", most + 1, threads, sharedBytes, x, 1f, 1),
        "scale: a cooperative launch of %d blocks, and the device holds %d"
            .formatted(most + 1, most));
    SoftwareDevice.resetFaults();
  }

  @Test
  void dynamicSharedMemoryCanBeRaisedToTheDevicesLimit() {
    CUfunction scale = new CUfunction();
    Gpu.check(gpu.find(scale, "scale", "u64", "f32", "u32"));
    int dynamic = CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
    int most = Gpu.attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    Gpu.check(JCudaDriver.cuFuncSetAttribute(scale, dynamic, most));
    ByteBuffer packed = ByteBuffer.allocateDirect(16);
    Gpu.check(gpu.launchRaw(scale, 1, 32, most, packed, 16));
    Gpu.check(gpu.synchronise());
    refused(
        CUresult.CUDA_ERROR_INVALID_VALUE,
        JCudaDriver.cuFuncSetAttribute(scale, dynamic, most + 1),
        "scale: %d bytes of dynamic shared memory asked for, the device has %d for it"
            .formatted(most + 1, most));
  }

  @Test
  void freeingTwice() {
    CUdeviceptr x = gpu.upload(1f);
    Gpu.check(JCudaDriver.cuMemFree(x));
    refused(
        CUresult.CUDA_ERROR_INVALID_VALUE,
        JCudaDriver.cuMemFree(x),
        "cuMemFree: no live buffer starts at freed buffer");
  }

  @Test
  void memoryRunsOut() {
    SoftwareDevice.memory(1000);
    try {
      gpu.allocate(600);
      assertEquals(
          CUresult.CUDA_ERROR_OUT_OF_MEMORY, JCudaDriver.cuMemAlloc(new CUdeviceptr(), 600));
      long[] free = new long[1];
      long[] total = new long[1];
      Gpu.check(JCudaDriver.cuMemGetInfo(free, total));
      assertEquals(400, free[0]);
      assertEquals(1000, total[0]);
    } finally {
      SoftwareDevice.memory(8L << 30);
    }
  }

  @Test
  void noDevice() {
    SoftwareDevice.devices(0);
    try {
      assertEquals(CUresult.CUDA_ERROR_NO_DEVICE, JCudaDriver.cuInit(0));
    } finally {
      SoftwareDevice.devices(1);
    }
  }

  @Test
  void whatIsNotThereSaysSo() {
    refused(
        CUresult.CUDA_ERROR_NOT_SUPPORTED,
        JCudaDriver.cuArrayCreate(new CUarray(), new CUDA_ARRAY_DESCRIPTOR()),
        "cuArrayCreate_v2: the software device does not have it");
  }

  @Test
  void countersSayWhatWasAsked() {
    SoftwareDevice.resetCounters();
    CUdeviceptr x = gpu.upload(new float[1000]);
    Gpu.check(gpu.launch("scale", 8, 128, 0, x, 2f, 1000));
    Gpu.check(gpu.launch("scale", 8, 128, 0, x, 2f, 500));
    Gpu.check(gpu.synchronise());
    gpu.floats(x, 10);
    SoftwareCounters counters = SoftwareDevice.counters();
    assertEquals(2, counters.launches());
    assertEquals(new SoftwareCounters.Copies(1, 4000, 4000), counters.toDevice());
    assertEquals(new SoftwareCounters.Copies(1, 40, 40), counters.toHost());
    assertEquals(3, counters.synchronisations());
    assertEquals(
        new SoftwareCounters.Kernel(2, 6000, 6000, 6000, 6000, 0, 0),
        counters.kernels().get("scale"));
    SoftwareDevice.resetCounters();
    assertEquals(0, SoftwareDevice.counters().launches());
  }

  @Test
  void distinctBytesAreCountedOnce() {
    CUdeviceptr x = gpu.upload(new float[65]);
    Gpu.check(gpu.launch("read_beyond", 1, 64, 0, x, gpu.allocate(256), 64));
    Gpu.check(gpu.launch("missing_barrier", 1, 1, 0, gpu.upload(new float[1])));
    assertNotEquals(0, gpu.synchronise());
    assertEquals(
        new SoftwareCounters.Kernel(1, 256, 256, 256, 256, 0, 0),
        SoftwareDevice.counters().kernels().get("read_beyond"));
  }

  /** A pointer that never came from the device. */
  private static final class HostAddress extends CUdeviceptr {
    HostAddress(long address) {
      super(new CUdeviceptr(), address);
    }
  }

  private static void refused(int expected, int status, String... words) {
    assertEquals(expected, status);
    List<String> faults = SoftwareDevice.faults();
    assertEquals(1, faults.size());
    for (String word : words) {
      assertTrue(faults.get(0).contains(word), () -> faults.get(0) + " lacks " + word);
    }
  }
}
