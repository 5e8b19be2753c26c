// Asynchronous copies to shared memory, from compute capability 8.0 on. CUDA C++ has no intrinsics for them
// here; hence inline PTX.
#pragma once
#include "device.cuh"

// A place in shared memory as its instructions take it: made of a pointer once, not for each of them.
template <class Element>
struct SharedAddress {
#ifdef __CUDACC__
  unsigned at;

  __device__ explicit SharedAddress(const Element* pointer)
      : at((unsigned)__cvta_generic_to_shared(pointer)) {}
  __device__ SharedAddress operator+(int elements) const {
    SharedAddress sum = *this;
    sum.at += elements * (int)sizeof(Element);
    return sum;
  }
#else
  const Element* at;

  explicit SharedAddress(const Element* pointer) : at(pointer) {}
  SharedAddress operator+(int elements) const { return SharedAddress(at + elements); }
#endif
};

// Begins to copy 4 or 16 bytes from global to shared memory; or, reading nothing, fills them with 0.
template <int BYTES, class Element>
__device__ inline void begin_copy(SharedAddress<Element> shared, const Element* global, bool present) {
#ifdef __CUDACC__
  if (BYTES == 16) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared.at), "l"(global),
                 "r"(present ? 16 : 0) : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(shared.at), "l"(global),
                 "r"(present ? 4 : 0) : "memory");
  }
#else
  softcuda_copy((void*)shared.at, global, BYTES, present);
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
