// Tensor cores and copies to shared memory, from compute capability 8.0 on. nvcc has no words of its own for
// them but PTX's.
#pragma once
#include "device.cuh"

// C += A B for A of 16 by 8 and B of 8 by 8, all lanes of a warp together. With g = lane / 4 and
// t = lane % 4, a lane has A(g, t), A(g + 8, t), A(g, t + 4), A(g + 8, t + 4); B(t, g), B(t + 4, g);
// C(g, 2t), C(g, 2t + 1), C(g + 8, 2t), C(g + 8, 2t + 1). Of the words of A and B the last 13 bits
// count as 0: that is TF32.
__device__ inline void tensor_product(float (&c)[4], const Word (&a)[4], const Word (&b)[2]) {
#ifdef __CUDACC__
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
  softcuda_product(c, a, b, __builtin_FILE(), __builtin_LINE());
#endif
}

constexpr Word TENSOR_BITS = 0xffffe000u;

// The nearest number of TF32, of halves the one away from 0; what is beyond its last bit is left there.
__device__ inline Word tensor_nearest(float value) { return __float_as_uint(value) + 0x1000; }

// What is left of a number whose last 13 bits are cut off.
__device__ inline Word tensor_rest(float value) {
  return __float_as_uint(value - __uint_as_float(__float_as_uint(value) & TENSOR_BITS));
}

// The same product of numbers in single precision. `EXACT` adds the products with what TF32 cuts off: all of
// single precision but for their last bits. Otherwise each is rounded to TF32.
template <bool EXACT>
__device__ inline void tensor_product(float (&c)[4], const float (&a)[4], const float (&b)[2]) {
  Word high[4], top[2];
#pragma unroll
  for (int i = 0; i < 4; i++) {
    high[i] = EXACT ? __float_as_uint(a[i]) : tensor_nearest(a[i]);
  }
#pragma unroll
  for (int i = 0; i < 2; i++) {
    top[i] = EXACT ? __float_as_uint(b[i]) : tensor_nearest(b[i]);
  }
  if (EXACT) {
    Word low[4] = {tensor_rest(a[0]), tensor_rest(a[1]), tensor_rest(a[2]), tensor_rest(a[3])};
    Word end[2] = {tensor_rest(b[0]), tensor_rest(b[1])};
    tensor_product(c, high, end);
    tensor_product(c, low, top);
  }
  tensor_product(c, high, top);
}

// Keeps the compiler from computing what follows from a number once before a loop: for S that takes as many
// registers again.
__device__ inline void keep_in_loop(float& value) {
#ifdef __CUDACC__
  asm volatile("" : "+f"(value));
#else
  (void)value;
#endif
}

// Begins to copy 4 or 16 bytes from global to shared memory, or fills them with 0.
template <int BYTES>
__device__ inline void begin_copy(float* shared, const float* global, bool present) {
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
__device__ inline void close_copies() {
#ifdef __CUDACC__
  asm volatile("cp.async.commit_group;" ::: "memory");
#else
  softcuda_close_copies();
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
