// bfloat16: the upper half of a number in single precision.
#pragma once
#include "device.cuh"

typedef unsigned short Bfloat16;

// The nearest one, of halves the even one; of a finite number.
__device__ inline Bfloat16 round_to_bfloat16(float value) {
  Word bits = __float_as_uint(value);
  return (Bfloat16)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

// Of two in a word, the first is in its lower half.
__device__ inline float lower_bfloat16(Word pair) { return __uint_as_float(pair << 16); }
__device__ inline float upper_bfloat16(Word pair) { return __uint_as_float(pair & 0xffff0000u); }

// The lowest two bits as numbers.
__device__ inline Word bfloat16_bits(Word bits) {
  return (bits & 1 ? 0x3f80u : 0) | (bits & 2 ? 0x3f800000u : 0);
}
