// Tensor cores, from compute capability 8.0 on. CUDA C++ has no intrinsics for them here; hence inline PTX.
#pragma once
#include "bfloat16.cuh"
#include "copies.cuh"

// C += A B for A of 16 by 8 and B of 8 by 8, all lanes of a warp together. With g = lane / 4 and
// t = lane % 4, a lane has A(g, t), A(g + 8, t), A(g, t + 4), A(g + 8, t + 4); B(t, g), B(t + 4, g);
// C(g, 2t), C(g, 2t + 1), C(g + 8, 2t), C(g + 8, 2t + 1). Of A and B the last 13 bits of a word are cut off, which
// leaves TF32. A card cuts off where it adds to C, too, so that long sums belong elsewhere.
__device__ inline void tensor_product(float (&c)[4], const Word (&a)[4], const Word (&b)[2]) {
#ifdef __CUDACC__
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
  softcuda_product(c, a, b, __builtin_FILE(), __builtin_LINE());
#endif
}

constexpr Word TENSOR_BITS = 0xffffe000u;

// The nearest number of TF32, of halves the one away from 0.
__device__ inline Word round_to_tf32(float value) {
#ifdef __CUDACC__
  Word rounded;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(rounded) : "f"(value));
  return rounded;
#else
  Word bits = __float_as_uint(value);
  return isfinite(value) ? (bits + 0x1000) & TENSOR_BITS : bits;
#endif
}

// The upper bits of a number, which are one of TF32; what is left, of which tensor cores cut off the last bits; and the
// nearest to that.
__device__ inline Word tf32_part(float value) { return __float_as_uint(value) & TENSOR_BITS; }
__device__ inline Word tf32_rest(float value) {
  return __float_as_uint(value - __uint_as_float(tf32_part(value)));
}
__device__ inline Word tf32_remainder(float value) {
  return round_to_tf32(__uint_as_float(tf32_rest(value)));
}

// The same product of numbers in single precision, rounded to TF32; or, if EXACT, with the products of what
// is left of either, which are added to `small`: all of single precision but for its last bits.
template <bool EXACT>
__device__ inline void tensor_product(
    float (&c)[4], float (&small)[4], const float (&a)[4], const float (&b)[2]) {
  Word high[4], top[2];
#pragma unroll
  for (int i = 0; i < 4; i++) {
    high[i] = EXACT ? tf32_part(a[i]) : round_to_tf32(a[i]);
  }
#pragma unroll
  for (int i = 0; i < 2; i++) {
    top[i] = EXACT ? tf32_part(b[i]) : round_to_tf32(b[i]);
  }
  if (EXACT) {
    Word low[4] = {tf32_rest(a[0]), tf32_rest(a[1]), tf32_rest(a[2]), tf32_rest(a[3])};
    Word end[2] = {tf32_rest(b[0]), tf32_rest(b[1])};
    tensor_product(small, high, end);
    tensor_product(small, low, top);
  }
  tensor_product(c, high, top);
}

// A product that was added up beside c, where nothing is cut off.
__device__ inline void add_to(float (&c)[4], const float (&product)[4]) {
#pragma unroll
  for (int i = 0; i < 4; i++) {
    c[i] += product[i];
  }
}

// The same product, added up beside c.
template <bool EXACT>
__device__ inline void add_tensor_product(float (&c)[4], const float (&a)[4], const float (&b)[2]) {
  float product[4] = {0, 0, 0, 0};
  tensor_product<EXACT>(product, product, a, b);
  add_to(c, product);
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

// C += A B for A of 16 by 16 and B of 16 by 8 of bfloat16, two to a word. A lane has A(g, 2t) and A(g, 2t + 1),
// the same of row g + 8, then both with columns 2t + 8 and 2t + 9; B(2t, g) and B(2t + 1, g), B(2t + 8, g) and
// B(2t + 9, g); of C what it has above.
__device__ inline void bfloat16_product(float (&c)[4], const Word (&a)[4], const Word (&b)[2]) {
#ifdef __CUDACC__
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
  softcuda_bfloat16_product(c, a, b, __builtin_FILE(), __builtin_LINE());
#endif
}

// Four matrices of 8 by 8 in shared memory: lane l names where row l % 8 of matrix l / 8 begins, at 16 bytes.
// Of each it gets (g, 2t) and (g, 2t + 1); or, TRANSPOSED, (2t, g) and (2t + 1, g).
template <bool TRANSPOSED>
__device__ inline void load_matrices(Word (&m)[4], SharedAddress<Bfloat16> row) {
#ifdef __CUDACC__
  if (TRANSPOSED) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3]) : "r"(row.at));
  } else {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3]) : "r"(row.at));
  }
#else
  softcuda_load_matrices(m, row.at, TRANSPOSED, __builtin_FILE(), __builtin_LINE());
#endif
}

__device__ inline Word bfloat16_pair(float first, float second) {
#ifdef __CUDACC__
  Word pair;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(second), "f"(first));
  return pair;
#else
  return round_to_bfloat16(first) | (Word)round_to_bfloat16(second) << 16;
#endif
}

// What a pair leaves of its numbers.
__device__ inline Word bfloat16_rest(float first, float second, Word pair) {
  return bfloat16_pair(first - lower_bfloat16(pair), second - upper_bfloat16(pair));
}
