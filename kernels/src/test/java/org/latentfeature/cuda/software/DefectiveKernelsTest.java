package org.latentfeature.cuda.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUresult;
import org.junit.jupiter.api.Test;

/** Each kind of defect that a kernel can have is caught, and the message says which and where. */
class DefectiveKernelsTest extends GpuTest {

  @Test
  void writePastABuffer() {
    CUdeviceptr x = gpu.upload(new float[32]);
    Gpu.check(gpu.launch("write_beyond", 1, 64, 0, x, 32));
    caught(
        CUresult.CUDA_ERROR_ILLEGAL_ADDRESS,
        "kernel write_beyond, block (0,0,0), thread (32,0,0): out of bounds: it writes 4 bytes",
        "(128 bytes) + 128 (bounds.cu:7)");
  }

  @Test
  void readPastABuffer() {
    CUdeviceptr x = gpu.upload(new float[31]);
    Gpu.check(gpu.launch("read_beyond", 1, 64, 0, x, gpu.allocate(124), 31));
    caught(
        CUresult.CUDA_ERROR_ILLEGAL_ADDRESS,
        "kernel read_beyond, block (0,0,0), thread (30,0,0): out of bounds: it reads 4 bytes",
        "(124 bytes) + 124 (bounds.cu:14)");
  }

  @Test
  void writePastSharedMemory() {
    CUdeviceptr x = gpu.upload(new float[32]);
    Gpu.check(gpu.launch("write_beyond_shared", 1, 32, 128, x));
    caught(
        CUresult.CUDA_ERROR_ILLEGAL_ADDRESS,
        "thread (31,0,0): out of bounds",
        "dynamic shared memory (128 bytes) + 128");
  }

  @Test
  void readOfSharedMemoryNeverWritten() {
    CUdeviceptr x = gpu.upload(new float[32]);
    Gpu.check(gpu.launch("read_unwritten_shared", 1, 32, 0, x));
    caught(
        CUresult.CUDA_ERROR_ILLEGAL_ADDRESS,
        "thread (7,0,0): read of memory never written",
        "shared variable row (128 bytes) + 28 (bounds.cu:31)");
  }

  @Test
  void readOfDeviceMemoryNeverWritten() {
    CUdeviceptr x = gpu.allocate(4 * 33);
    Gpu.check(gpu.launch("read_beyond", 1, 32, 0, x, gpu.allocate(128), 32));
    caught(
        CUresult.CUDA_ERROR_ILLEGAL_ADDRESS,
        "thread (0,0,0): read of memory never written",
        "(132 bytes) + 4");
  }

  @Test
  void misalignedAccess() {
    CUdeviceptr x = gpu.upload(new float[32]);
    Gpu.check(gpu.launch("misaligned", 1, 1, 0, x));
    caught(
        CUresult.CUDA_ERROR_MISALIGNED_ADDRESS, "misaligned access: it writes 16 bytes", ") + 4");
  }

  @Test
  void useAfterFree() {
    CUdeviceptr x = gpu.upload(new float[32]);
    CUdeviceptr stale = x.withByteOffset(0);
    Gpu.check(jcuda.driver.JCudaDriver.cuMemFree(x));
    Gpu.check(gpu.launch("scale", 1, 32, 0, stale, 2f, 32));
    caught(
        CUresult.CUDA_ERROR_ILLEGAL_ADDRESS,
        "thread (0,0,0): use after free: it reads 4 bytes at freed buffer",
        "(128 bytes) + 0");
  }

  @Test
  void hostPointer() {
    Gpu.check(gpu.launch("scale", 1, 32, 0, 0x12345678L, 2f, 32));
    caught(
        CUresult.CUDA_ERROR_ILLEGAL_ADDRESS,
        "not device memory: it reads 4 bytes at host address 0x12345678 (healthy.cu:9)");
  }

  @Test
  void nullPointer() {
    Gpu.check(gpu.launch("scale", 1, 32, 0, 0L, 2f, 32));
    caught(CUresult.CUDA_ERROR_ILLEGAL_ADDRESS, "not device memory", "the null pointer");
  }

  @Test
  void missingBarrier() {
    CUdeviceptr x = gpu.upload(new float[64]);
    Gpu.check(gpu.launch("missing_barrier", 1, 64, 0, x));
    caught(
        CUresult.CUDA_ERROR_LAUNCH_FAILED,
        "kernel missing_barrier, block (0,0,0), thread (0,0,0): race: it writes 4 bytes at shared"
            + " variable row (256 bytes) + 0 (races.cu:10), which thread (63,0,0) read (races.cu:11),"
            + " with no barrier between the two");
  }

  @Test
  void missingBarrierInGlobalMemory() {
    CUdeviceptr x = gpu.upload(new float[64]);
    Gpu.check(gpu.launch("missing_barrier_global", 1, 64, 0, x, gpu.allocate(256)));
    caught(
        CUresult.CUDA_ERROR_LAUNCH_FAILED,
        "thread (1,0,0): race: it writes 4 bytes at buffer",
        "+ 4 (races.cu:27), which thread (0,0,0) read (races.cu:28), with no barrier between");
  }

  @Test
  void missingWarpBarrier() {
    CUdeviceptr x = gpu.upload(new float[32]);
    Gpu.check(gpu.launch("missing_warp_sync", 1, 32, 0, x));
    caught(
        CUresult.CUDA_ERROR_LAUNCH_FAILED,
        "kernel missing_warp_sync, block (0,0,0), thread (",
        "race: it",
        "shared variable row (128 bytes)",
        "with no barrier between the two");
  }

  @Test
  void writesOfTwoBlocks() {
    CUdeviceptr x = gpu.upload(new float[64]);
    Gpu.check(gpu.launch("cross_block", 2, 32, 0, x));
    caught(
        CUresult.CUDA_ERROR_LAUNCH_FAILED,
        "block (1,0,0), thread (0,0,0): race: it writes 4 bytes",
        "which another block of the launch wrote (races.cu:33)");
  }

  @Test
  void writeOfWhatAnotherBlockReads() {
    CUdeviceptr x = gpu.upload(new float[64]);
    Gpu.check(gpu.launch("cross_block_read", 2, 1, 0, x, gpu.allocate(64)));
    caught(
        CUresult.CUDA_ERROR_LAUNCH_FAILED,
        "block (1,0,0), thread (0,0,0): race: it writes 4 bytes",
        "which another block of the launch read (races.cu:");
  }

  @Test
  void atomicAndPlainAccess() {
    CUdeviceptr x = gpu.upload(new int[1]);
    Gpu.check(gpu.launch("atomic_and_plain", 1, 64, 0, x));
    caught(
        CUresult.CUDA_ERROR_LAUNCH_FAILED,
        "thread (40,0,0): race: it writes 4 bytes",
        "changed atomically (races.cu:48)");
  }

  @Test
  void divergentBarrier() {
    CUdeviceptr x = gpu.upload(new float[32]);
    Gpu.check(gpu.launch("divergent_barrier", 1, 32, 0, x));
    caught(
        CUresult.CUDA_ERROR_LAUNCH_FAILED,
        "thread (16,0,0): divergent barrier: it waits in __syncthreads (races.cu:58)",
        "other threads of its block wait in __syncthreads (races.cu:55)");
  }

  @Test
  void barrierThatNotAllReach() {
    CUdeviceptr x = gpu.upload(new float[32]);
    Gpu.check(gpu.launch("stuck_barrier", 1, 32, 0, x));
    caught(
        CUresult.CUDA_ERROR_LAUNCH_FAILED,
        "divergent: no thread of the block can go on: 16 wait in __syncthreads (races.cu:66",
        "16 wait in a __shfl (races.cu:68, mask 0xffffffff)");
  }

  @Test
  void shuffleThatNotAllLanesReach() {
    CUdeviceptr x = gpu.upload(new float[32]);
    Gpu.check(gpu.launch("divergent_shuffle", 1, 32, 0, x));
    caught(
        CUresult.CUDA_ERROR_LAUNCH_FAILED,
        "20 wait in a __shfl (races.cu:75, mask 0xffffffff)",
        "12 of 32 have returned");
  }

  @Test
  void copyThatNobodyWaitedFor() {
    CUdeviceptr x = gpu.upload(new float[32]);
    Gpu.check(gpu.launch("unfinished_copy", 1, 32, 0, x, gpu.allocate(128)));
    caught(
        CUresult.CUDA_ERROR_ILLEGAL_ADDRESS,
        "kernel unfinished_copy, block (0,0,0), thread (0,0,0): read of memory never written",
        "shared variable row (128 bytes) + 0");
  }

  @Test
  void copyThatOnlyItsOwnLaneWaitedFor() {
    CUdeviceptr x = gpu.upload(new float[32]);
    Gpu.check(gpu.launch("unshared_copy", 1, 32, 0, x, gpu.allocate(128)));
    caught(CUresult.CUDA_ERROR_ILLEGAL_ADDRESS, "read of memory never written", "variable row");
  }

  @Test
  void copyOverWhatMayNotHaveBeenRead() {
    CUdeviceptr x = gpu.upload(new float[32]);
    Gpu.check(gpu.launch("early_copy", 1, 32, 0, x, gpu.allocate(128)));
    caught(
        CUresult.CUDA_ERROR_LAUNCH_FAILED,
        "race: it reads 4 bytes at shared variable row",
        "which thread (31,0,0) wrote (copies.cuh:");
  }

  @Test
  void misalignedCopy() {
    CUdeviceptr x = gpu.upload(new float[32]);
    Gpu.check(gpu.launch("misaligned_copy", 1, 1, 0, x));
    caught(CUresult.CUDA_ERROR_MISALIGNED_ADDRESS, "misaligned access: it reads 16 bytes");
  }

  @Test
  void matricesWhoseCopiesAreUnderWay() {
    CUdeviceptr x = gpu.upload(new float[128]);
    Gpu.check(gpu.launch("early_matrices", 1, 32, 0, x, gpu.allocate(128)));
    caught(CUresult.CUDA_ERROR_ILLEGAL_ADDRESS, "never written", "(tensor.cuh:");
  }

  @Test
  void misalignedMatrices() {
    Gpu.check(gpu.launch("misaligned_matrices", 1, 32, 0, gpu.allocate(128)));
    caught(CUresult.CUDA_ERROR_MISALIGNED_ADDRESS, "misaligned access: it reads 16 bytes");
  }

  @Test
  void matricesThatAreNotInSharedMemory() {
    CUdeviceptr x = gpu.upload(new float[128]);
    Gpu.check(gpu.launch("matrices_of_global_memory", 1, 32, 0, x, gpu.allocate(128)));
    caught(
        CUresult.CUDA_ERROR_ILLEGAL_ADDRESS, "a matrix (tensor.cuh:", "memory that is not shared");
  }

  @Test
  void productThatNotAllLanesReach() {
    CUdeviceptr x = gpu.upload(new float[32]);
    Gpu.check(gpu.launch("divergent_product", 1, 32, 0, x, gpu.allocate(128)));
    caught(
        CUresult.CUDA_ERROR_LAUNCH_FAILED,
        "16 wait in an mma (tensor.cuh:",
        "16 of 32 have returned");
  }

  @Test
  void blocksWithoutABarrierOfTheGrid() {
    CUdeviceptr x = gpu.upload(new int[2]);
    Gpu.check(gpu.launchTogether("missing_grid_barrier", 2, 1, 0, x, 1));
    Gpu.check(gpu.synchronise());
    Gpu.check(gpu.launchTogether("missing_grid_barrier", 2, 1, 0, x, 0));
    caught(
        CUresult.CUDA_ERROR_LAUNCH_FAILED,
        "kernel missing_grid_barrier, block (1,0,0), thread (0,0,0): race: it writes 4 bytes",
        "which another block of the launch wrote (grids.cu:7)");
  }

  @Test
  void writeAfterABarrierOfTheGridThatAnotherBlockReads() {
    CUdeviceptr x = gpu.upload(new int[3]);
    Gpu.check(gpu.launchTogether("early_write", 3, 2, 0, x));
    caught(
        CUresult.CUDA_ERROR_LAUNCH_FAILED, "race: it", "another block of the launch", "(grids.cu:");
  }

  @Test
  void barrierOfTheGridThatABlockDoesNotReach() {
    Gpu.check(gpu.launchTogether("deserted_grid_barrier", 3, 32, 0));
    caught(
        CUresult.CUDA_ERROR_LAUNCH_FAILED,
        "block (1,0,0)",
        "divergent: it waits in this_grid().sync (grids.cu:30) for blocks that have returned");
  }

  @Test
  void barrierOfTheGridInAnOrdinaryLaunch() {
    CUdeviceptr x = gpu.upload(new int[2]);
    Gpu.check(gpu.launch("missing_grid_barrier", 2, 1, 0, x, 1));
    caught(
        CUresult.CUDA_ERROR_LAUNCH_FAILED,
        "this_grid().sync (grids.cu:9) in a launch that is not cooperative");
  }

  @Test
  void copyThatIsUnderWayAtABarrierOfTheGrid() {
    CUdeviceptr x = gpu.upload(new float[32]);
    Gpu.check(gpu.launchTogether("copy_over_grid_barrier", 1, 32, 0, x));
    caught(CUresult.CUDA_ERROR_LAUNCH_FAILED, "barrier of the grid with copies under way");
  }

  @Test
  void theDeviceWorksAgainAfterAReset() {
    CUdeviceptr x = gpu.upload(new float[32]);
    Gpu.check(gpu.launch("cross_block", 2, 32, 0, x));
    assertEquals(CUresult.CUDA_ERROR_LAUNCH_FAILED, gpu.synchronise());
    assertEquals(CUresult.CUDA_ERROR_LAUNCH_FAILED, gpu.synchronise(), "the error stays");
    SoftwareDevice.resetFaults();
    Gpu.check(gpu.launch("scale", 1, 32, 0, x, 2f, 32));
    Gpu.check(gpu.synchronise());
    assertEquals(List.of(), SoftwareDevice.faults());
  }

  private void caught(int status, String... words) {
    assertEquals(status, gpu.synchronise());
    List<String> faults = SoftwareDevice.faults();
    assertEquals(1, faults.size());
    for (String word : words) {
      assertTrue(faults.get(0).contains(word), () -> faults.get(0) + " lacks " + word);
    }
  }
}
