// Flips in exact sequence, along a list of rows, through the Gram matrix of a piece of it at a time.
#include "reduce.cuh"

constexpr int PIECE = 64; // listed rows at once
constexpr int RUN = 8;    // terms that a lane sums in single precision before double takes over

// What the flip of a row adds to s: the row, or less it.
__device__ inline float sign_of(const Word* column, int row) {
  return column[row / LANES] >> row % LANES & 1 ? -1 : 1;
}

// For each row e of a piece, signed as its flip would add it to s: its products with the rows from e
// on, signed as well, and with s. 0 where the list has no row.
//
// Grid: x over the `count` rows of the piece, from entry `from` of the list on, a warp a product; y over
// candidates. Shared memory: none.
// Reads 4 bytes an entry of each row and of s, up to 65 times, from the cache; writes 4 a product.
KERNEL multiply_listed(
    const float* __restrict__ residual, const int* __restrict__ list,
    const Word* __restrict__ columns, const float* __restrict__ sums, float* __restrict__ gram,
    float* __restrict__ gradient, int cols, int stride, int listed, int from, int count) {
  int c = blockIdx.y;
  int e = blockIdx.x;
  int lane = threadIdx.x % LANES;
  const int* rows = list + (Index)c * listed + from;
  const Word* column = columns + (Index)c * stride;
  for (int f = e + threadIdx.x / LANES; f <= count; f += WARPS) {
    bool withSums = f == count;
    double product = 0;
    if (rows[e] >= 0 && (withSums || rows[f] >= 0)) {
      const float* a = residual + (Index)rows[e] * cols;
      const float* b = withSums ? sums + (Index)c * cols : residual + (Index)rows[f] * cols;
      for (int start = lane; start < cols; start += RUN * LANES) {
        float run = 0;
#pragma unroll
        for (int u = 0; u < RUN; u++) {
          int j = start + u * LANES;
          run += j < cols ? a[j] * b[j] : 0;
        }
        product += run;
      }
      product *= sign_of(column, rows[e]) * (withSums ? 1 : sign_of(column, rows[f]));
    }
    product = warp_sum(product);
    if (lane == 0) {
      Index row = (Index)c * PIECE + e;
      *(withSums ? gradient + row : gram + row * PIECE + f) = (float)product;
    }
  }
}

// For each row of the piece in order: flip it if that still gains more than `share` of the score, and
// carry the change to the products of the rows after it; in the end to s.
//
// Grid: one block a candidate; its first warp goes through the rows. Shared memory: the Gram matrix and
// 16 bytes a row.
// Reads 4 bytes a product and an entry of each flipped row; s is read and written.
KERNEL flip_listed(
    const float* __restrict__ residual, const double* __restrict__ scores, double share,
    const int* __restrict__ list, const float* __restrict__ gram,
    const float* __restrict__ gradient, float* __restrict__ sums, Word* __restrict__ columns,
    int* __restrict__ flips, int cols, int stride, int listed, int from, int count) {
  __shared__ float products[PIECE * PIECE];
  __shared__ double g[PIECE];
  __shared__ int flipped[PIECE];
  __shared__ float sign[PIECE];
  __shared__ int found;
  int c = blockIdx.x;
  const int* rows = list + (Index)c * listed + from;
  for (int i = threadIdx.x; i < count * PIECE; i += THREADS) {
    if (i / PIECE <= i % PIECE && i % PIECE < count) {
      products[i] = gram[(Index)c * PIECE * PIECE + i];
    }
  }
  for (int e = threadIdx.x; e < count; e += THREADS) {
    g[e] = gradient[(Index)c * PIECE + e];
  }
  __syncthreads();
  if (threadIdx.x < LANES) {
    double least = share * scores[c]; // at least the 0 that no row gains
    int next = 0;
    for (int e = 0; e < count; e++) {
      if (2 * g[e] + products[e * PIECE + e] > least) {
        for (int f = e + 1 + threadIdx.x; f < count; f += LANES) {
          g[f] += products[e * PIECE + f];
        }
        if (threadIdx.x == 0) {
          flipped[next] = rows[e];
        }
        next++;
      }
      __syncwarp();
    }
    if (threadIdx.x == 0) {
      found = next;
    }
  }
  __syncthreads();
  for (int n = threadIdx.x; n < found; n += THREADS) {
    int row = flipped[n];
    Word bit = (Word)1 << row % LANES;
    // Rows may share a word.
    Word before = atomicXor(columns + (Index)c * stride + row / LANES, bit);
    sign[n] = before & bit ? -1 : 1;
  }
  __syncthreads();
  float* s = sums + (Index)c * cols;
  for (int j = threadIdx.x; j < cols; j += THREADS) {
    float sum = s[j];
#pragma unroll 8
    for (int n = 0; n < found; n++) {
      sum += sign[n] * residual[(Index)flipped[n] * cols + j];
    }
    s[j] = sum;
  }
  if (threadIdx.x == 0) {
    flips[c] += found;
  }
}
