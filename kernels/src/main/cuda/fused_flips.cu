// A pass of flips that reads the residual once.
// For compute capability 8.0 and later.
#include "found.cuh"
#include "fused.cuh"

// All flips that pay without their own share ||a_i||^2, as flip_rows makes them; and of those that pay with it,
// the best.
template <int HALVES>
struct Flipping {
  static constexpr bool NORMS = true;

  unsigned char* columns; // bits of 8 rows a byte, `stride` bytes a candidate
  int rows, count, stride, first; // first: number of the first row
  Found* found;                   // count of this block
  int* flips;
  float least[HALVES] = {}; // what a flip has to gain

  int bits[HALVES] = {};
  Found best[HALVES] = {};
  int flipped[HALVES] = {};
  int tile = 0;

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

  __device__ unsigned char* at(int c) const { return columns + (Index)c * stride + tile; }

  __device__ void fetch(int next) {
    tile = next;
#pragma unroll
    for (int i = 0; i < HALVES; i++) {
      int c = threadIdx.x % LANES / 4 + 8 * i;
      bits[i] = c < count ? *at(c) : 0;
    }
  }

  __device__ void step(
      const float (&even)[HALVES], const float (&odd)[HALVES], const float (&norms)[2], float (&change)[4],
      bool writes) {
    int lane = threadIdx.x % LANES, t = lane % 4;
    int row = first + tile * ROWS + 2 * t;
    int turned = 0; // a byte for each of the candidates
#pragma unroll
    for (int i = 0; i < HALVES; i++) {
#pragma unroll
      for (int r = 0; r < 2; r++) {
        float sign = bits[i] >> (2 * t + r) & 1 ? -1 : 1;
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
          *at(lane / 4 + 8 * i) = (unsigned char)(bits[i] ^ own);
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

template <int MOST, int STEPS, bool EXACT>
__device__ inline void flip(
    const float* residual, const float* sums, const double* scores, double share, Word* columns,
    Found* found, int* flips, float* partial, int first, int rows, int cols, int count, int stride,
    int pitch, int stages) {
  Pass pass = {residual, sums, partial, rows, cols, count, pitch, stages};
  int bytes = stride * (int)sizeof(Word);
  Flipping<MOST / 8> rule = {
      (unsigned char*)columns, rows, count, bytes, first, found + (Index)blockIdx.x * count, flips};
  rule.begin(scores, share);
  ascend<MOST, STEPS, EXACT>(pass, rule);
}

#define FLIPPED                                                                                       \
  const float *__restrict__ residual, const float *__restrict__ sums,                                \
      const double *__restrict__ scores, double share, Word *__restrict__ columns,                   \
      Found *__restrict__ found, int *__restrict__ flips, float *__restrict__ partial, int first,    \
      int rows, int cols, int count, int stride, int pitch, int stages
#define ARGUMENTS                                                                                     \
  residual, sums, scores, share, columns, found, flips, partial, first, rows, cols, count, stride,   \
      pitch, stages

// For up to 8 candidates and up to 512 or 1920 columns, or 16 candidates and 1024 columns, in single precision
// or with products in TF32.
//
// `columns` begins with the word of the first row, a multiple of 32.
//
// Grid and shared memory: as `ascend`.
// Reads 4 bytes an entry of the residual, and of S in each block, 1/8 a row and candidate; writes 4 an entry of
// S and 8 a candidate for each block.
KERNEL_OF(2) flip_few(FLIPPED) { flip<8, 8, true>(ARGUMENTS); }
KERNEL_OF(1) flip_few_wide(FLIPPED) { flip<8, 30, true>(ARGUMENTS); }
KERNEL_OF(1) flip_many(FLIPPED) { flip<16, 16, true>(ARGUMENTS); }
KERNEL_OF(2) flip_few_tf32(FLIPPED) { flip<8, 8, false>(ARGUMENTS); }
KERNEL_OF(1) flip_few_wide_tf32(FLIPPED) { flip<8, 30, false>(ARGUMENTS); }
KERNEL_OF(1) flip_many_tf32(FLIPPED) { flip<16, 16, false>(ARGUMENTS); }

// Of each segment of the blocks of each phase, the best row that they have found, or -1, to the candidate's list
// of phases x segments entries. All phases have `blocks` blocks but the last, which has `last`.
//
// Grid: x over entries of a list, one thread each; y over candidates. Shared memory: none.
// Reads 8 bytes a block and candidate.
KERNEL list_best(
    const Found* __restrict__ found, int* __restrict__ list, int phases, int blocks, int last,
    int segments, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = blockIdx.y;
  if (i >= phases * segments) {
    return;
  }
  int phase = i / segments, segment = i % segments;
  int own = phase + 1 < phases ? blocks : last;
  Found best = {0, -1};
  for (int b = own * segment / segments; b < own * (segment + 1) / segments; b++) {
    best = better(best, found[((Index)phase * blocks + b) * count + c]);
  }
  list[(Index)c * phases * segments + i] = best.row;
}
