// Rows of the data as path coders want them: without missing entries, and side by side.
#include "device.cuh"

// Notes which entries are missing, which is to be NaN, in words of 32 columns of a row, the first
// column in the lowest bit, and puts 0 in their place.
//
// Grid: one warp a word. Shared memory: none. Moves 4 bytes an entry, and 1/8 of one.
KERNEL mark_missing(float* __restrict__ x, Word* __restrict__ missing, int rows, int cols) {
  int words = (cols + LANES - 1) / LANES;
  Index at = (Index)blockIdx.x * WARPS + threadIdx.x / LANES;
  if (at >= (Index)rows * words) {
    return; // a whole warp
  }
  int lane = threadIdx.x % LANES;
  int col = (int)(at % words) * LANES + lane;
  float* entry = x + at / words * cols + col;
  bool absent = col < cols && isnan(*entry);
  if (absent) {
    *entry = 0;
  }
  Word word = __ballot_sync(ALL_LANES, absent);
  if (lane == 0) {
    missing[at] = word;
  }
}

// The rows that are listed, in the list's order.
//
// Grid: one thread an entry. Shared memory: none. Moves 8 bytes an entry.
KERNEL gather_rows(
    const float* __restrict__ x, const int* __restrict__ list, float* __restrict__ gathered,
    int rows, int cols) {
  Index i = (Index)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < (Index)rows * cols) {
    gathered[i] = x[(Index)list[i / cols] * cols + i % cols];
  }
}
