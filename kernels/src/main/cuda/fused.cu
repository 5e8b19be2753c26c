// A sweep that reads the residual once.
// For compute capability 8.0 and later.
#include "fused.cuh"

// A power of two that takes the larger of two numbers' magnitudes, over the lanes of a row, to about 1:
// squares of large sums would overflow. 0 where all are 0.
__device__ inline float power_near(float first, float second) {
  float most = fmaxf(fabsf(first), fabsf(second));
  for (int step = LANES / 2; step >= 4; step /= 2) {
    most = fmaxf(most, __shfl_xor_sync(ALL_LANES, most, step));
  }
  int inverse = 0x7f000000 - (__float_as_int(most) & 0x7f800000);
  return most > 0 ? __int_as_float(max(inverse, 0x00800000)) : 0;
}

// g/||g|| over the lanes of a row, two entries each; the present vector where g = 0.
__device__ inline void normalise(float (&g)[2], const float (&present)[2]) {
  float scale = power_near(g[0], g[1]);
  g[0] *= scale;
  g[1] *= scale;
  float norm = g[0] * g[0] + g[1] * g[1];
  for (int step = LANES / 2; step >= 4; step /= 2) {
    norm += __shfl_xor_sync(ALL_LANES, norm, step);
  }
  float length = rsqrtf(norm);
  g[0] = norm > 0 ? g[0] * length : present[0];
  g[1] = norm > 0 ? g[1] * length : present[1];
}

__device__ inline void store(float* v, float first, float second, bool one, bool both) {
  if (both) {
    *(float2*)v = make_float2(first, second);
  } else if (one) {
    *v = first;
  }
}

// v_i <- g_i/||g_i|| with the row's own share kept in g_i, as normalise_rows does; or, to start with, the
// vectors as they are: then the change is all of S.
struct Mixing {
  static constexpr bool NORMS = false;

  float* vectors; // count x rows, `stride` a row, a multiple of 8 entries; its beginning of 32 bytes
  int rows, count, stride;
  bool start;

  float* at[2] = {};
  bool first[2] = {}, both[2] = {};
  float2 present[2] = {};

  __device__ bool multiplies() const { return !start; }

  __device__ void fetch(int tile) {
    int lane = threadIdx.x % LANES, row = tile * ROWS + lane % 4 * 2;
#pragma unroll
    for (int i = 0; i < 2; i++) {
      int k = lane / 4 + 8 * i;
      at[i] = vectors + (Index)k * stride + row;
      first[i] = k < count && row < rows;
      both[i] = k < count && row + 1 < rows;
      present[i] = pair(at[i], first[i], both[i], true);
    }
  }

  __device__ void step(
      float (&even)[2], float (&odd)[2], const float (&)[2], float (&change)[4], bool writes) {
    if (start) {
      change[0] = present[0].x;
      change[1] = present[1].x;
      change[2] = present[0].y;
      change[3] = present[1].y;
      return;
    }
    normalise(even, {present[0].x, present[1].x});
    normalise(odd, {present[0].y, present[1].y});
#pragma unroll
    for (int i = 0; i < 2; i++) {
      change[i] = even[i] - present[i].x;
      change[i + 2] = odd[i] - present[i].y;
      if (writes) {
        store(at[i], even[i], odd[i], first[i], both[i]);
      }
    }
  }

  __device__ void finish(bool) const {}
};

template <int STEPS, bool EXACT>
__device__ inline void sweep(
    const double* course, const float* residual, const float* sums, float* vectors, float* partial,
    int rows, int cols, int rank, int stride, int pitch, int stages, int start) {
  if (*course != 0) {
    return; // all threads
  }
  Pass pass = {residual, sums, partial, rows, cols, rank, pitch, stages};
  Mixing rule = {vectors, rows, rank, stride, start != 0};
  ascend<STEPS, EXACT>(pass, rule);
}

#define SWEPT                                                                                       \
  const double *__restrict__ course, const float *__restrict__ residual, const float *__restrict__ sums, float *__restrict__ vectors, \
      float *__restrict__ partial, int rows, int cols, int rank, int stride, int pitch,            \
      int stages, int start
#define ARGUMENTS course, residual, sums, vectors, partial, rows, cols, rank, stride, pitch, stages, start

// For up to 320 and up to 1024 columns and 16 entries of a vector, in single precision or with products in
// TF32; fewer columns need fewer registers, so that a multiprocessor holds two blocks.
//
// Nothing is done once the course of sweeps has ended, as end_sweep says.
//
// Grid and shared memory: as `ascend`.
// Reads 4 bytes an entry of the residual, and of S in each block; moves 8 an entry of V; writes 4 an entry of S
// for each block.
KERNEL_OF(2) sweep_narrow(SWEPT) { sweep<5, true>(ARGUMENTS); }
KERNEL_OF(1) sweep_wide(SWEPT) { sweep<16, true>(ARGUMENTS); }
KERNEL_OF(2) sweep_narrow_tf32(SWEPT) { sweep<5, false>(ARGUMENTS); }
KERNEL_OF(1) sweep_wide_tf32(SWEPT) { sweep<16, false>(ARGUMENTS); }

// S += the partial changes of all blocks of a pass, in their order; unless it is one of sweeps whose course,
// which may be null, has ended.
//
// Grid: x over entries of S, LANES a block. Shared memory: WARPS * LANES floats.
// Reads 4 bytes an entry of S for each block of the pass; moves 8 an entry of S.
KERNEL add_changes(
    const double* __restrict__ course, const float* __restrict__ partial, int blocks, float* __restrict__ sums, int cols, int rank) {
  __shared__ float room[WARPS * LANES];
  if (course != nullptr && *course != 0) {
    return; // all threads
  }
  int padded = (cols + GROUP - 1) / GROUP * GROUP, size = rank * padded;
  int warp = threadIdx.x / LANES, i = blockIdx.x * LANES + threadIdx.x % LANES;
  float sum = 0;
  for (int b = warp; b < blocks && i < size; b += WARPS) {
    sum += partial[(Index)b * size + i];
  }
  room[threadIdx.x] = sum;
  __syncthreads();
  if (warp == 0 && i < size && i % padded < cols) {
    for (int w = 1; w < WARPS; w++) {
      sum += room[w * LANES + threadIdx.x];
    }
    sums[(Index)(i / padded) * cols + i % padded] += sum;
  }
}
