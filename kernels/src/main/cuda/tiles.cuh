// Tiles of rows of a matrix in shared memory, loaded while others are worked on.
// For compute capability 8.0 and later.
#pragma once
#include "groups.cuh"
#include "tensor.cuh"

constexpr int ROWS = 8;        // of a tile: the width of a tensor core's product
constexpr int MOST_STAGES = 4; // tiles that a block holds at once

// Where a row of a tile begins. Rows 0 to 3 and 4 to 7, the even and the odd ones each begin in four
// different quarters of the banks: no two lanes meet, in the product or in its transpose.
__device__ inline int row_offset(int row, int pitch) { return row * pitch + 8 * ((row & 3) ^ row >> 2); }

__device__ inline void wait_for_tile(int stages) {
  switch (stages) { // all later ones may be under way
    case 2: wait_for_copies<1>(); break;
    case 3: wait_for_copies<2>(); break;
    default: wait_for_copies<MOST_STAGES - 1>(); break;
  }
}

// The columns of a tile that a warp has: no other one loads or reads them.
struct Columns {
  int from, to; // groups of GROUP
  int first, last; // columns
};

__device__ inline Columns columns_of(int warp, int cols) {
  int from = groups(cols) * warp / WARPS, to = groups(cols) * (warp + 1) / WARPS;
  return {from, to, from * GROUP, min(to * GROUP, cols)};
}

// Begins to copy a warp's columns of a tile.
template <int BYTES>
__device__ inline void load(
    float* tile, const float* matrix, Columns own, int row, int rows, int cols, int pitch, int lane) {
  constexpr int WIDTH = BYTES / sizeof(float);
  int count = (own.last - own.first) / WIDTH;
#pragma unroll
  for (int i = 0; i < ROWS; i++) {
    bool present = row + i < rows;
    const float* from = matrix + (Index)(present ? row + i : 0) * cols + own.first;
    float* to = tile + row_offset(i, pitch) + own.first;
    for (int p = lane; p < count; p += LANES) {
      begin_copy<BYTES>(to + p * WIDTH, from + p * WIDTH, present);
    }
  }
}

// A block's tiles, `stages` of them at once. Each warp has its own columns of them; columns past the last,
// up to whole groups, are 0, and so are rows past the last.
struct Tiles {
  float* ring;
  const float* matrix; // rows x cols; its rows begin at multiples of 16 bytes if cols is a multiple of 4
  int rows, cols, pitch, stages;
  Columns own;
  int count, stage;

  // Begins to copy tiles `first`, first + step, ... into `ring`; with a barrier.
  __device__ Tiles(
      float* ring, const float* matrix, int rows, int cols, int pitch, int stages, int first, int step)
      : ring(ring), matrix(matrix), rows(rows), cols(cols), pitch(pitch), stages(stages),
        own(columns_of(threadIdx.x / LANES, cols)), count((rows + ROWS - 1) / ROWS), stage(0) {
    int spare = padded(cols) - cols;
    for (int i = threadIdx.x; i < stages * ROWS * spare; i += blockDim.x) {
      int row = i / spare;
      ring[row / ROWS * ROWS * pitch + row_offset(row % ROWS, pitch) + cols + i % spare] = 0;
    }
    __syncthreads();
    for (int i = 0; i < stages; i++) {
      fetch(i, first + i * step);
    }
  }

  // Of a tile that there is not, nothing.
  __device__ void fetch(int place, int number) const {
    float* tile = ring + place * ROWS * pitch;
    int lane = threadIdx.x % LANES;
    if (number < count && cols % 4 == 0) {
      load<16>(tile, matrix, own, number * ROWS, rows, cols, pitch, lane);
    } else if (number < count) {
      load<4>(tile, matrix, own, number * ROWS, rows, cols, pitch, lane);
    }
    commit_copies();
  }

  // The present tile, once the warp's columns are there.
  __device__ const float* wait() const {
    wait_for_tile(stages);
    __syncwarp();
    return ring + stage * ROWS * pitch;
  }

  // Goes on to the next one, and begins to copy tile `number` over the present one.
  __device__ void next(int number) {
    __syncwarp(); // all lanes have read it
    fetch(stage, number);
    stage = stage + 1 < stages ? stage + 1 : 0;
  }
};
