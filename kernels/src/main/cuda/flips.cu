// Single flips of candidate atoms z: flipping z_i changes ||s||^2, s = A^T z, by
// 2 sign_i <a_i, s> + ||a_i||^2 with sign_i = 1 - 2 z_i.
#include "found.cuh"

// A flip pays if it gains more than `share` of the candidate's score; less would chase rounding
// errors.

// All flips of a block of rows that pay without their own share ||a_i||^2, at once. Monotone, as
// the parallel mixing step is: ||A^T z||^2 is convex and lies above its linearisation.
//
// G and the change are count x rows.
//
// Grid: x over the block's rows, one thread each; y over candidates. The block's first row is a
// multiple of 32. Shared memory: none.
// Moves 8 bytes a row and candidate: G in, the change out; and 1/4 for the bits.
KERNEL flip_rows(
    const float* __restrict__ gradient, const double* __restrict__ scores, double share,
    Word* __restrict__ columns, float* __restrict__ change, int* __restrict__ flips, int first,
    int rows, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = blockIdx.y;
  if (i / LANES * LANES >= rows) {
    return; // a whole warp
  }
  Word* word = columns + (Index)c * stride + (first + i) / LANES;
  Word bits = *word;
  __syncwarp();
  float sign = bits >> i % LANES & 1 ? -1 : 1;
  Index entry = (Index)c * rows + i;
  bool flip = i < rows && 2 * sign * gradient[entry] > (float)(share * scores[c]);
  if (i < rows) {
    change[entry] = flip ? sign : 0;
  }
  Word flipped = __ballot_sync(ALL_LANES, flip);
  if (i % LANES == 0 && flipped != 0) {
    *word = bits ^ flipped;
    atomicAdd(flips + c, __popc(flipped));
  }
}

// Of each segment of a block's rows, the row whose flip pays most, its own share included, or -1;
// written to the candidate's list of `listed` entries from `place` on. G is count x rows.
//
// Grid: x over segments, y over candidates. Shared memory: WARPS floats and ints.
// Reads 8 bytes a row and candidate: G and the row's norm; and 1/8 for the bits.
KERNEL best_flips(
    const float* __restrict__ gradient, const float* __restrict__ norms,
    const double* __restrict__ scores, double share, const Word* __restrict__ columns,
    int* __restrict__ list, int first, int rows, int stride, int segment, int listed,
    int place) {
  __shared__ Found room[WARPS];
  int c = blockIdx.y;
  int from = blockIdx.x * segment;
  int to = min(from + segment, rows);
  float smallest = (float)(share * scores[c]);
  Found best = {0, -1};
  for (int i = from + threadIdx.x; i < to; i += blockDim.x) {
    int row = first + i;
    float sign = columns[(Index)c * stride + row / LANES] >> row % LANES & 1 ? -1 : 1;
    float gain = 2 * sign * gradient[(Index)c * rows + i] + norms[row];
    if (gain > smallest) {
      best = better(best, {gain, row});
    }
  }
  for (int step = LANES / 2; step > 0; step /= 2) {
    float gain = __shfl_xor_sync(ALL_LANES, best.gain, step);
    int row = __shfl_xor_sync(ALL_LANES, best.row, step);
    best = better(best, {gain, row});
  }
  if (threadIdx.x % LANES == 0) {
    room[threadIdx.x / LANES] = best;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < (int)blockDim.x / LANES; w++) {
      best = better(best, room[w]);
    }
    list[(Index)c * listed + place + blockIdx.x] = best.row;
  }
}
