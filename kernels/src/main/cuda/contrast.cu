// What inner products with directions become before they weigh rows.
#include "device.cuh"

// In place, the contrast of the products of `rows` rows with rank x blocks directions, one after the
// other: those of block b are rows b, blocks + b, ... and become a vector of norm 1, unless `squares`
// or `cubes`: then each becomes its square or its cube; with both, cubes go behind all squares.
//
// Grid: one thread a row and block of directions, row fastest. Shared memory: none.
// Moves 8 bytes an entry, and 4 more for unit vectors or both powers.
KERNEL apply_contrast(
    float* __restrict__ products, int rows, int blocks, int rank, int squares, int cubes) {
  Index place = (Index)blockIdx.x * blockDim.x + threadIdx.x;
  Index plane = (Index)rows * blocks;
  if (place >= plane) {
    return;
  }
  float* t = products + place;
  if (squares || cubes) {
    float v = *t;
    if (squares) {
      *t = v * v;
    }
    if (cubes) {
      t[squares ? plane : 0] = v * v * v;
    }
    return;
  }
  double norm = 0; // the squares of large products overflow single precision
  for (int p = 0; p < rank; p++) {
    float v = t[p * plane];
    norm += (double)v * v;
  }
  float scale = norm > 0 ? (float)(1 / sqrt(norm)) : 0;
  for (int p = 0; p < rank; p++) {
    t[p * plane] *= scale;
  }
}
