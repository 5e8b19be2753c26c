// Passes that read the residual once: both products of a row from the copy of it in shared memory.
// For compute capability 8.0 and later.
#pragma once
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

__device__ inline void wait_for_tile(int stages) {
  switch (stages) { // all later ones may be under way
    case 2: wait_for_copies<1>(); break;
    case 3: wait_for_copies<2>(); break;
    default: wait_for_copies<MOST_STAGES - 1>(); break;
  }
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

// The arrays of a pass over some rows.
struct Pass {
  const float* residual; // rows x cols; its rows begin at multiples of 16 bytes if cols is a multiple of 4
  const float* sums;     // S, count x cols
  float* partial;        // the change of S by block, blocks x count x cols, cols rounded up to GROUP
  int rows, cols;
  int count; // vectors, at most MOST
  int pitch; // of a tile's rows: a multiple of 32 that leaves 24 beside the columns
  int stages;
};

// All rows at once, from the same S: a rule turns G = S A^T into changes of the rows' entries, and their
// products with A are the change of S. A rule has, for the lane's entries, those of vectors g and g + 8 in rows
// 2t and 2t + 1 of a tile (g = lane / 4, t = lane % 4):
//
//   NORMS           whether it asks for squared norms of rows
//   multiplies()    whether it asks for G
//   fetch(tile)     reads what it needs of a tile, before any warp writes there
//   step(even, odd, norms, change, writes)
//                   from G of either row, the change of both, as a tensor core takes them; all warps do so, and
//                   one writes
//   finish(writes)  after the last tile
//
// MOST is 16, the height of a tensor core's product, or 8, its width: then columns take the height where the
// changes are multiplied with A, and S and its change half of the registers.
//
// Grid: blocks that take the tiles in turns, of all WARPS warps. Shared memory: two exchanges of a float4 for
// each thread, with NORMS two of a float for each row and warp, then the stages' tiles. One barrier a tile.
template <int MOST, int STEPS, bool EXACT, class Rule>
__device__ inline void ascend(const Pass& p, Rule& rule) {
  constexpr bool LOW = MOST == 8;
  constexpr int HALVES = MOST / 8, PAIRS = LOW ? STEPS / 2 : STEPS;
  constexpr int NORMS = Rule::NORMS ? WARPS * ROWS : 0;
  DYNAMIC_SHARED(float4, room);
  float* squares = (float*)(room + 2 * WARPS * LANES);
  float* ring = squares + 2 * NORMS;
  int warp = threadIdx.x / LANES, lane = threadIdx.x % LANES, g = lane / 4, t = lane % 4;
  Columns own = columns_of(warp, p.cols);
  int steps = own.to - own.from;
  float s[STEPS][2 * HALVES];
  float change[PAIRS][4]; // of S in a group of columns, or of half of S in two
#pragma unroll
  for (int n = 0; n < STEPS; n++) {
#pragma unroll
    for (int i = 0; i < HALVES; i++) {
      int k = g + 8 * i, j = own.first + n * GROUP + 2 * t;
      bool present = k < p.count && rule.multiplies();
      const float* from = p.sums + (Index)k * p.cols + j;
      float2 entries =
          pair(from, present && j < own.last, present && j + 1 < own.last, p.cols % 2 == 0);
      s[n][i] = entries.x;
      s[n][i + HALVES] = entries.y;
    }
  }
#pragma unroll
  for (int n = 0; n < PAIRS; n++) {
#pragma unroll
    for (int i = 0; i < 4; i++) {
      change[n][i] = 0;
    }
  }
  int padded = (p.cols + GROUP - 1) / GROUP * GROUP, spare = padded - p.cols;
  for (int i = threadIdx.x; i < p.stages * ROWS * spare; i += blockDim.x) {
    int row = i / spare;
    ring[row / ROWS * ROWS * p.pitch + begins(row % ROWS, p.pitch) + p.cols + i % spare] = 0;
  }
  __syncthreads();
  int tiles = (p.rows + ROWS - 1) / ROWS;
  bool wide = p.cols % 4 == 0;
  auto fetch = [&](float* tile, int number) {
    if (number < tiles && wide) {
      load<16>(tile, p.residual, own, number * ROWS, p.rows, p.cols, p.pitch, lane);
    } else if (number < tiles) {
      load<4>(tile, p.residual, own, number * ROWS, p.rows, p.cols, p.pitch, lane);
    }
    close_copies();
  };
  for (int i = 0; i < p.stages; i++) {
    fetch(ring + i * ROWS * p.pitch, blockIdx.x + i * gridDim.x);
  }
  int stage = 0, side = 0;
  for (int number = blockIdx.x; number < tiles; number += gridDim.x) {
    float* tile = ring + stage * ROWS * p.pitch;
    rule.fetch(number);
    wait_for_tile(p.stages);
    __syncwarp();
    float even[HALVES] = {}, odd[HALVES] = {}; // G of rows 2t and 2t + 1
    float norms[2] = {0, 0};
    if (rule.multiplies()) {
#pragma unroll
      for (int n = 0; n < STEPS; n++) {
#pragma unroll
        for (int i = 0; i < 2 * HALVES; i++) {
          keep_in_loop(s[n][i]);
        }
      }
      float product[4] = {0, 0, 0, 0};
      float square = 0;
#pragma unroll
      for (int n = 0; n < STEPS; n++) {
        if (n < steps) {
          float2 a = *(const float2*)(tile + begins(g, p.pitch) + own.first + n * GROUP + 2 * t);
          if constexpr (LOW) {
            tensor_product<EXACT>(product, {s[n][0], 0, s[n][1], 0}, {a.x, a.y});
          } else {
            tensor_product<EXACT>(product, s[n], {a.x, a.y});
          }
          if (Rule::NORMS) {
            square += a.x * a.x + a.y * a.y;
          }
        }
      }
      float4* part = room + side * WARPS * LANES;
      if constexpr (LOW) {
        ((float2*)part)[threadIdx.x] = make_float2(product[0], product[1]);
      } else {
        part[threadIdx.x] = make_float4(product[0], product[1], product[2], product[3]);
      }
      float* squared = squares + side * NORMS;
      if (Rule::NORMS) {
        square += __shfl_xor_sync(ALL_LANES, square, 1);
        square += __shfl_xor_sync(ALL_LANES, square, 2);
        if (t == 0) {
          squared[warp * ROWS + g] = square;
        }
      }
      __syncthreads();
#pragma unroll
      for (int w = 0; w < WARPS; w++) {
        if constexpr (LOW) {
          float2 q = ((const float2*)part)[w * LANES + lane];
          even[0] += q.x;
          odd[0] += q.y;
        } else {
          float4 q = part[w * LANES + lane];
          even[0] += q.x;
          odd[0] += q.y;
          even[1] += q.z;
          odd[1] += q.w;
        }
        if (Rule::NORMS && warp == 0) {
          norms[0] += squared[w * ROWS + 2 * t];
          norms[1] += squared[w * ROWS + 2 * t + 1];
        }
      }
      side ^= 1;
    }
    float delta[4] = {0, 0, 0, 0};
    rule.step(even, odd, norms, delta, warp == 0);
    const float* upper = tile + begins(2 * t, p.pitch) + own.first + g;
    const float* lower = tile + begins(2 * t + 1, p.pitch) + own.first + g;
#pragma unroll
    for (int n = 0; n < PAIRS; n++) {
      if constexpr (LOW) {
        int left = 2 * n * GROUP, right = left + GROUP;
        if (2 * n < steps) {
          bool both = 2 * n + 1 < steps;
          float a[4] = {upper[left], both ? upper[right] : 0, lower[left], both ? lower[right] : 0};
          tensor_product<EXACT>(change[n], a, {delta[0], delta[2]});
        }
      } else if (n < steps) {
        tensor_product<EXACT>(change[n], delta, {upper[n * GROUP], lower[n * GROUP]});
      }
    }
    __syncwarp(); // all lanes have read it
    fetch(tile, number + p.stages * gridDim.x);
    stage = stage + 1 < p.stages ? stage + 1 : 0;
  }
  rule.finish(warp == 0);
  float* partial = p.partial + (Index)blockIdx.x * p.count * padded + own.first;
#pragma unroll
  for (int n = 0; n < PAIRS; n++) {
    if constexpr (LOW) {
#pragma unroll
      for (int i = 0; i < 4; i++) {
        int k = 2 * t + i % 2, group = 2 * n + i / 2;
        if (k < p.count && group < steps) {
          partial[(Index)k * padded + group * GROUP + g] = change[n][i];
        }
      }
    } else if (n < steps) {
#pragma unroll
      for (int i = 0; i < 2; i++) {
        int k = g + 8 * i;
        if (k < p.count) {
          float* to = partial + (Index)k * padded + n * GROUP + 2 * t;
          *(float2*)to = make_float2(change[n][2 * i], change[n][2 * i + 1]);
        }
      }
    }
  }
}
