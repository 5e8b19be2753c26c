// Asynchronous copies to shared memory, from compute capability 8.0 on. CUDA C++ has no intrinsics for them
// here; hence inline PTX.
#pragma once
#include "device.cuh"

// Begins to copy 4 or 16 bytes from global to shared memory, or fills them with 0.
template <int BYTES>
__device__ inline void begin_copy(void* shared, const void* global, bool present) {
#ifdef __CUDACC__
  unsigned target = (unsigned)__cvta_generic_to_shared(shared);
  if (BYTES == 16) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(target), "l"(global),
                 "r"(present ? 16 : 0) : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(target), "l"(global),
                 "r"(present ? 4 : 0) : "memory");
  }
#else
  softcuda_copy(shared, global, BYTES, present);
#endif
}

// Closes a group of this thread's copies.
__device__ inline void commit_copies() {
#ifdef __CUDACC__
  asm volatile("cp.async.commit_group;" ::: "memory");
#else
  softcuda_commit_copies();
#endif
}

// Waits until at most OPEN of this thread's groups are under way.
template <int OPEN>
__device__ inline void wait_for_copies() {
#ifdef __CUDACC__
  asm volatile("cp.async.wait_group %0;" ::"n"(OPEN) : "memory");
#else
  softcuda_wait_for_copies(OPEN);
#endif
}
