// Flips that read the residual once.
// For compute capability 8.0 and later.
#pragma once
#include "found.cuh"
#include "fused.cuh"

// All flips that pay without their own share ||a_i||^2, as flip_rows makes them; and of those that pay with
// it, the best.
template <int HALVES, int TILES>
struct Flipping {
  static constexpr bool NORMS = true, SIGNS = true;

  unsigned char* columns; // bits of 8 rows a byte, `stride` bytes a candidate
  int count, stride;
  int first; // number of the first row
  int tiles;
  Found* found; // `count` of this block
  int* flips;
  float least[HALVES] = {}; // what a flip has to gain

  int bits[TILES][HALVES] = {}, next[TILES][HALVES] = {};
  Found best[HALVES] = {};
  int flipped[HALVES] = {};
  int tile = 0; // the first

  __device__ void begin(const double* scores, double share) {
    int g = threadIdx.x % LANES / 4;
#pragma unroll
    for (int i = 0; i < HALVES; i++) {
      least[i] = g + 8 * i < count ? (float)(share * scores[g + 8 * i]) : 0;
      best[i] = {0, -1};
      flipped[i] = 0;
    }
  }

  __device__ bool multiplies() const { return true; }

  __device__ unsigned char* at(int c, int tile) const { return columns + (Index)c * stride + tile; }

  __device__ void turn(int present) {
    tile = present;
#pragma unroll
    for (int h = 0; h < TILES; h++) {
#pragma unroll
      for (int i = 0; i < HALVES; i++) {
        bits[h][i] = next[h][i];
      }
    }
  }

  __device__ void fetch(int coming, int h) {
#pragma unroll
    for (int i = 0; i < HALVES; i++) {
      int c = threadIdx.x % LANES / 4 + 8 * i;
      next[h][i] = c < count && coming < tiles ? *at(c, coming) : 0;
    }
  }

  __device__ void step(
      const float (&even)[TILES][HALVES], const float (&odd)[TILES][HALVES], const float (&norms)[TILES][2],
      float (&change)[TILES][4], bool writes) {
#pragma unroll
    for (int h = 0; h < TILES; h++) {
      step(h, even[h], odd[h], norms[h], change[h], writes);
    }
  }

  // Of one tile.
  __device__ void step(
      int h, const float (&even)[HALVES], const float (&odd)[HALVES], const float (&norms)[2], float (&change)[4],
      bool writes) {
    int lane = threadIdx.x % LANES, t = lane % 4;
    int row = first + (tile + h) * ROWS + 2 * t;
    int turned = 0; // a byte for each of the candidates
#pragma unroll
    for (int i = 0; i < HALVES; i++) {
#pragma unroll
      for (int r = 0; r < 2; r++) {
        float sign = bits[h][i] >> (2 * t + r) & 1 ? -1 : 1;
        float gain = 2 * sign * (r == 0 ? even[i] : odd[i]);
        bool flip = gain > least[i];
        change[i + 2 * r] = flip ? sign : 0;
        turned |= flip << (8 * i + 2 * t + r);
        float after = (flip ? -gain : gain) + norms[r];
        if (writes && after > least[i]) {
          best[i] = better(best[i], {after, row + r});
        }
      }
    }
    turned |= __shfl_xor_sync(ALL_LANES, turned, 1);
    turned |= __shfl_xor_sync(ALL_LANES, turned, 2);
    if (writes && t == 0) {
#pragma unroll
      for (int i = 0; i < HALVES; i++) {
        int own = turned >> 8 * i & 0xff;
        if (own != 0) {
          *at(lane / 4 + 8 * i, tile + h) = (unsigned char)(bits[h][i] ^ own);
          flipped[i] += __popc(own);
        }
      }
    }
  }

  __device__ void finish(bool writes) {
    if (!writes) {
      return; // a whole warp
    }
    int lane = threadIdx.x % LANES;
#pragma unroll
    for (int i = 0; i < HALVES; i++) {
      for (int step = 1; step < 4; step *= 2) {
        float gain = __shfl_xor_sync(ALL_LANES, best[i].gain, step);
        int other = __shfl_xor_sync(ALL_LANES, best[i].row, step);
        best[i] = better(best[i], {gain, other});
      }
      int c = lane / 4 + 8 * i;
      if (lane % 4 == 0 && c < count) {
        found[c] = best[i];
        if (flipped[i] > 0) {
          atomicAdd(flips + c, flipped[i]);
        }
      }
    }
  }
};

template <class Products>
__device__ inline void flip(
    const typename Products::Element* residual, const float* sums, const double* scores, double share, Word* columns,
    Found* found, int* flips, float* partial, int first, int rows, int cols, int count, int stride,
    int pitch, int stages) {
  using Element = typename Products::Element;
  Pass<Element> pass = {residual, sums, partial, rows, cols, count, pitch, stages, nullptr, nullptr};
  int bytes = stride * (int)sizeof(Word);
  Flipping<Products::HALVES, Layout<Element>::TILES> rule = {
      (unsigned char*)columns, count, bytes, first, (rows + ROWS - 1) / ROWS, found + (Index)blockIdx.x * count, flips};
  rule.begin(scores, share);
  ascend<Products>(pass, rule, gridDim.x);
}

#define FLIPPED(Element)                                                                              \
  const Element *__restrict__ residual, const float *__restrict__ sums,                                \
      const double *__restrict__ scores, double share, Word *__restrict__ columns,                   \
      Found *__restrict__ found, int *__restrict__ flips, float *__restrict__ partial, int first,    \
      int rows, int cols, int count, int stride, int pitch, int stages
#define ARGUMENTS                                                                                     \
  residual, sums, scores, share, columns, found, flips, partial, first, rows, cols, count, stride,   \
      pitch, stages
