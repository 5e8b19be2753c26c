// A = X - Z V from the bits of Z, 0 where X is missing.
#include "bfloat16.cuh"
#include "reduce.cuh"

// 32 rows of the residual, a column of X a thread, and the sum of its squares over the block.
// `residual` may be null where only the error is wanted, `rounded`, a copy of it with rows of `width` entries, where
// none is wanted, `missing` where no entry is: words of 32 columns of a row.
//
// Grid: x over words of 32 rows, y over columns of X. Shared memory: WARPS doubles.
// Reads 4 bytes an entry of X, 4 K a column of X for every 32 rows (V stays in cache), K/8 a row;
// writes 4 an entry of X. `missing` adds 1/8 an entry, `rounded` 2.
KERNEL_OF(4) subtract_features(
    const float* __restrict__ x, const Word* __restrict__ columns, const float* __restrict__ features,
    const Word* __restrict__ missing, float* __restrict__ residual, Bfloat16* __restrict__ rounded,
    double* __restrict__ partial, int rows, int cols, int count, int stride, int width) {
  __shared__ double room[WARPS];
  Index first = (Index)blockIdx.x * LANES;
  int j = blockIdx.y * blockDim.x + threadIdx.x;
  double sum = 0;
  if (j < cols) {
    float rest[LANES]; // in registers: the loops over it are unrolled
#pragma unroll
    for (int i = 0; i < LANES; i++) {
      rest[i] = first + i < rows ? x[(first + i) * cols + j] : 0;
    }
    const Word* column = columns + blockIdx.x;
    const float* feature = features + j;
#pragma unroll 2
    for (int k = 0; k < count; k++, column += stride, feature += cols) {
      Word bits = *column;
      if (bits != 0) {
        float value = *feature;
#pragma unroll
        for (int i = 0; i < LANES; i++) {
          if (bits >> i & 1) {
            rest[i] -= value;
          }
        }
      }
    }
    if (missing != nullptr) {
      int words = (cols + LANES - 1) / LANES;
      const Word* word = missing + first * words + j / LANES;
#pragma unroll
      for (int i = 0; i < LANES; i++, word += words) {
        if (first + i < rows && *word >> j % LANES & 1) {
          rest[i] = 0;
        }
      }
    }
#pragma unroll
    for (int i = 0; i < LANES; i++) {
      if (first + i < rows) {
        sum += (double)rest[i] * rest[i];
        if (residual != nullptr) {
          residual[(first + i) * cols + j] = rest[i];
        }
        if (rounded != nullptr) {
          rounded[(first + i) * width + j] = round_to_bfloat16(rest[i]);
        }
      }
    }
  }
  sum = block_sum(sum, room);
  if (threadIdx.x == 0) {
    partial[(Index)blockIdx.x * gridDim.y + blockIdx.y] = sum;
  }
}
