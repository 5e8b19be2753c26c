// The mixing step of the rows of a tile.
// For compute capability 8.0 and later.
#pragma once
#include "fused.cuh"

// A power of two that takes the largest magnitude, over the lanes of a row, to about 1: squares of large sums
// would overflow. 0 where all are 0.
__device__ inline float power_near(float most) {
  for (int step = LANES / 2; step >= 4; step /= 2) {
    most = fmaxf(most, __shfl_xor_sync(ALL_LANES, most, step));
  }
  int inverse = 0x7f000000 - (__float_as_int(most) & 0x7f800000);
  return most > 0 ? __int_as_float(max(inverse, 0x00800000)) : 0;
}

// g/||g|| over the lanes of a row, HALVES entries each; the present vector where g = 0.
template <int HALVES>
__device__ inline void normalise(float (&g)[HALVES], const float (&present)[HALVES]) {
  float most = 0, norm = 0;
#pragma unroll
  for (int i = 0; i < HALVES; i++) {
    most = fmaxf(most, fabsf(g[i]));
  }
  float scale = power_near(most);
#pragma unroll
  for (int i = 0; i < HALVES; i++) {
    g[i] *= scale;
    norm += g[i] * g[i];
  }
  for (int step = LANES / 2; step >= 4; step /= 2) {
    norm += __shfl_xor_sync(ALL_LANES, norm, step);
  }
  float length = rsqrtf(norm);
#pragma unroll
  for (int i = 0; i < HALVES; i++) {
    g[i] = norm > 0 ? g[i] * length : present[i];
  }
}

// v_i <- g_i/||g_i|| with the row's own share kept in g_i, as normalise_rows does; or, to start with, the
// vectors as they are: then the change is all of S. Of TILES tiles at once.
template <int HALVES, int TILES>
struct Mixing {
  static constexpr bool NORMS = false, SIGNS = false;

  // count x rows, `stride` a row, a multiple of 8 entries; its beginning of 32 bytes. Past the last row, up to whole
  // sectors, there are numbers, too.
  float* vectors;
  int rows, count, stride;
  bool start;

  float2 present[TILES][HALVES] = {}, next[TILES][HALVES] = {};
  int row = 0; // of the first tile

  __device__ bool multiplies() const { return !start; }

  __device__ bool has(int k, int row) const { return k < count && row < rows; }
  __device__ float2* at(int k, int row) const { return (float2*)(vectors + (Index)k * stride + row); }

  __device__ void fetch(int tile, int h) {
    int lane = threadIdx.x % LANES, own = tile * ROWS + lane % 4 * 2;
#pragma unroll
    for (int i = 0; i < HALVES; i++) {
      int k = lane / 4 + 8 * i;
      next[h][i] = has(k, own) ? *at(k, own) : make_float2(0, 0);
    }
  }

  __device__ void turn(int tile) {
    row = tile * ROWS + threadIdx.x % 4 * 2;
#pragma unroll
    for (int h = 0; h < TILES; h++) {
#pragma unroll
      for (int i = 0; i < HALVES; i++) {
        present[h][i] = next[h][i];
      }
    }
  }

  __device__ void step(
      float (&even)[TILES][HALVES], float (&odd)[TILES][HALVES], const float (&)[TILES][2],
      float (&change)[TILES][4], bool writes) {
#pragma unroll
    for (int h = 0; h < TILES; h++) {
      float upper[HALVES], lower[HALVES];
#pragma unroll
      for (int i = 0; i < HALVES; i++) {
        upper[i] = present[h][i].x;
        lower[i] = present[h][i].y;
        change[h][i] = upper[i];
        change[h][i + 2] = lower[i];
      }
      if (!start) {
        normalise(even[h], upper);
        normalise(odd[h], lower);
#pragma unroll
        for (int i = 0; i < HALVES; i++) {
          change[h][i] = even[h][i] - upper[i];
          change[h][i + 2] = odd[h][i] - lower[i];
        }
      }
    }
    if (!writes || start) {
      return; // a whole warp
    }
#pragma unroll
    for (int h = 0; h < TILES; h++) {
#pragma unroll
      for (int i = 0; i < HALVES; i++) {
        int k = threadIdx.x % LANES / 4 + 8 * i, own = row + h * ROWS;
        if (has(k, own)) {
          *at(k, own) = make_float2(even[h][i], odd[h][i]);
        }
      }
    }
  }

  __device__ void finish(bool) const {}
};
