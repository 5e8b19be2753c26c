// A sweep that reads the residual once: both products of a row from the copy of it in shared memory.
// For compute capability 8.0 and later.
#include "tensor.cuh"

constexpr int ROWS = 8;        // of a tile: the width of a tensor core's product
constexpr int GROUP = 8;       // columns of a tile that it sums over
constexpr int MOST_STAGES = 4; // tiles that a block holds at once

// Where a row of a tile begins. Rows 0 to 3 and 4 to 7, the even and the odd ones each begin in four
// different quarters of the banks: no two lanes meet, in the product or in its transpose.
__device__ inline int begins(int row, int pitch) { return row * pitch + 8 * ((row & 3) ^ row >> 2); }

// Two neighbours, 0 where they are not present, which the second is only with the first.
__device__ inline float2 pair(const float* v, bool first, bool second, bool aligned) {
  return second && aligned ? *(const float2*)v : make_float2(first ? v[0] : 0, second ? v[1] : 0);
}

__device__ inline void store(float* v, float first, float second, bool one, bool both) {
  if (both) {
    *(float2*)v = make_float2(first, second);
  } else if (one) {
    *v = first;
  }
}

__device__ inline void wait_for_tile(int stages) {
  switch (stages) { // all later ones may be under way
    case 2: wait_for_copies<1>(); break;
    case 3: wait_for_copies<2>(); break;
    default: wait_for_copies<MOST_STAGES - 1>(); break;
  }
}

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

// The columns of a tile that a warp has: it loads them, multiplies them with S and adds to its columns of the
// change of S.
struct Columns {
  int from, to; // groups of GROUP
  int first, last; // columns
};

__device__ inline Columns columns_of(int warp, int cols) {
  int groups = (cols + GROUP - 1) / GROUP;
  int from = groups * warp / WARPS, to = groups * (warp + 1) / WARPS;
  return {from, to, from * GROUP, min(to * GROUP, cols)};
}

// Begins to copy a warp's columns of a tile.
template <int BYTES>
__device__ inline void load(
    float* tile, const float* residual, Columns own, int row, int rows, int cols, int pitch, int lane) {
  constexpr int WIDTH = BYTES / sizeof(float);
  int count = (own.last - own.first) / WIDTH;
#pragma unroll
  for (int i = 0; i < ROWS; i++) {
    bool present = row + i < rows;
    const float* from = residual + (Index)(present ? row + i : 0) * cols + own.first;
    float* to = tile + begins(i, pitch) + own.first;
    for (int p = lane; p < count; p += LANES) {
      begin_copy<BYTES>(to + p * WIDTH, from + p * WIDTH, present);
    }
  }
}

// All rows at once, from the same S with their own share in it, as normalise_rows does: V and, by block,
// the change of S. With `start` the vectors stay, and the change is all of S.
//
// V is rank x rows, `stride` a row; its rows, and the residual's if cols is a multiple of 4, begin at
// multiples of 16 bytes. The partial changes are blocks x rank x cols, cols rounded up to GROUP.
template <int STEPS, bool EXACT>
__device__ inline void sweep(
    const float* residual, const float* sums, float* vectors, float* partial, int rows, int cols,
    int rank, int stride, int pitch, int stages, int start) {
  DYNAMIC_SHARED(float4, room);
  float* ring = (float*)(room + 2 * WARPS * LANES);
  int warp = threadIdx.x / LANES, lane = threadIdx.x % LANES, g = lane / 4, t = lane % 4;
  Columns own = columns_of(warp, cols);
  int steps = own.to - own.from;
  float s[STEPS][4];
  float change[STEPS][4];
#pragma unroll
  for (int n = 0; n < STEPS; n++) {
#pragma unroll
    for (int i = 0; i < 2; i++) {
      int k = g + 8 * i, j = own.first + n * GROUP + 2 * t;
      bool present = k < rank && !start;
      const float* from = sums + (Index)k * cols + j;
      float2 entries = pair(from, present && j < own.last, present && j + 1 < own.last, cols % 2 == 0);
      s[n][i] = entries.x;
      s[n][i + 2] = entries.y;
    }
#pragma unroll
    for (int i = 0; i < 4; i++) {
      change[n][i] = 0;
    }
  }
  int padded = (cols + GROUP - 1) / GROUP * GROUP;
  for (int i = threadIdx.x; i < stages * ROWS * (padded - cols); i += blockDim.x) {
    int row = i / (padded - cols);
    ring[row / ROWS * ROWS * pitch + begins(row % ROWS, pitch) + cols + i % (padded - cols)] = 0;
  }
  __syncthreads();
  int tiles = (rows + ROWS - 1) / ROWS;
  bool wide = cols % 4 == 0;
  auto fetch = [&](float* tile, int number) {
    if (number < tiles && wide) {
      load<16>(tile, residual, own, number * ROWS, rows, cols, pitch, lane);
    } else if (number < tiles) {
      load<4>(tile, residual, own, number * ROWS, rows, cols, pitch, lane);
    }
    close_copies();
  };
  for (int i = 0; i < stages; i++) {
    fetch(ring + i * ROWS * pitch, blockIdx.x + i * gridDim.x);
  }
  int stage = 0, side = 0;
  for (int number = blockIdx.x; number < tiles; number += gridDim.x) {
    float* tile = ring + stage * ROWS * pitch;
    int row = number * ROWS + 2 * t;
    float* upper = vectors + (Index)g * stride + row;
    float* lower = upper + (Index)8 * stride;
    bool first = row < rows, second = row + 1 < rows, high = g < rank, low = g + 8 < rank;
    // Before the barrier, after which one warp writes them.
    float2 up = pair(upper, first && high, second && high, true);
    float2 down = pair(lower, first && low, second && low, true);
    wait_for_tile(stages);
    __syncwarp();
    float delta[4] = {up.x, down.x, up.y, down.y};
    if (!start) {
      float product[4] = {0, 0, 0, 0};
#pragma unroll
      for (int n = 0; n < STEPS; n++) {
        if (n < steps) {
          float2 a = *(const float2*)(tile + begins(g, pitch) + own.first + n * GROUP + 2 * t);
          tensor_product<EXACT>(product, s[n], {a.x, a.y});
        }
      }
      float4* part = room + side * WARPS * LANES;
      part[threadIdx.x] = make_float4(product[0], product[1], product[2], product[3]);
      __syncthreads();
      float even[2] = {0, 0}, odd[2] = {0, 0}; // G of rows 2t and 2t + 1
#pragma unroll
      for (int w = 0; w < WARPS; w++) {
        float4 p = part[w * LANES + lane];
        even[0] += p.x;
        odd[0] += p.y;
        even[1] += p.z;
        odd[1] += p.w;
      }
      normalise(even, {up.x, down.x});
      normalise(odd, {up.y, down.y});
      if (warp == 0) {
        store(upper, even[0], odd[0], first && high, second && high);
        store(lower, even[1], odd[1], first && low, second && low);
      }
      delta[0] = even[0] - up.x;
      delta[1] = even[1] - down.x;
      delta[2] = odd[0] - up.y;
      delta[3] = odd[1] - down.y;
      side ^= 1;
    }
#pragma unroll
    for (int n = 0; n < STEPS; n++) {
      if (n < steps) {
        int j = own.first + n * GROUP + g;
        tensor_product<EXACT>(
            change[n], delta, {tile[begins(2 * t, pitch) + j], tile[begins(2 * t + 1, pitch) + j]});
      }
    }
    __syncwarp(); // all lanes have read it
    fetch(tile, number + stages * gridDim.x);
    stage = stage + 1 < stages ? stage + 1 : 0;
  }
#pragma unroll
  for (int n = 0; n < STEPS; n++) {
    if (n < steps) {
      float* to = partial + ((Index)blockIdx.x * rank + g) * padded + own.first + n * GROUP + 2 * t;
      if (g < rank) {
        *(float2*)to = make_float2(change[n][0], change[n][1]);
      }
      if (g + 8 < rank) {
        *(float2*)(to + (Index)8 * padded) = make_float2(change[n][2], change[n][3]);
      }
    }
  }
}

#define SWEPT                                                                                             \
  const float *__restrict__ residual, const float *__restrict__ sums, float *__restrict__ vectors,       \
      float *__restrict__ partial, int rows, int cols, int rank, int stride, int pitch, int stages,      \
      int start
#define ARGUMENTS residual, sums, vectors, partial, rows, cols, rank, stride, pitch, stages, start

// For up to 320 and up to 1024 columns and 16 entries of a vector, in single precision or with products in
// TF32; fewer columns need fewer registers, so that a multiprocessor holds two blocks.
//
// Grid: blocks that take the tiles in turns, of all WARPS warps. Shared memory: two exchanges of a float4 for
// each thread, then `stages` tiles of ROWS * pitch floats; the pitch is a multiple of 32 that leaves 24 beside
// the columns. One barrier a tile.
// Reads 4 bytes an entry of the residual, and of S in each block; moves 8 an entry of V; writes 4 an entry of S
// for each block.
KERNEL_OF(2) sweep_narrow(SWEPT) { sweep<5, true>(ARGUMENTS); }
KERNEL_OF(1) sweep_wide(SWEPT) { sweep<16, true>(ARGUMENTS); }
KERNEL_OF(2) sweep_narrow_tf32(SWEPT) { sweep<5, false>(ARGUMENTS); }
KERNEL_OF(1) sweep_wide_tf32(SWEPT) { sweep<16, false>(ARGUMENTS); }

// S += the partial changes of all blocks of a sweep, in their order.
//
// Grid: x over entries of S, LANES a block. Shared memory: WARPS * LANES floats.
// Reads 4 bytes an entry of S for each block of the sweep; moves 8 an entry of S.
KERNEL add_changes(
    const float* __restrict__ partial, int blocks, float* __restrict__ sums, int cols, int rank) {
  __shared__ float room[WARPS * LANES];
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
