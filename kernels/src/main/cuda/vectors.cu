// The SDP's unit vectors before the first sweep.
#include "random.cuh"

// v_i uniform in the cube, scaled to unit length, as column i of V (rank x rows); the dummy takes
// address 0 of the random numbers and row i address first + i + 1, as on every backend.
//
// Grid: one thread a row, rows + 1 of them. Shared memory: none. Writes 4 rank bytes a row.
KERNEL random_vectors(
    float* __restrict__ vectors, float* __restrict__ dummy, int rows, int rank, Seed seed,
    Seed first) {
  Index row = (Index)blockIdx.x * blockDim.x + threadIdx.x;
  if (row > rows) {
    return;
  }
  Seed address = row == rows ? 0 : first + row + 1;
  float* v = row == rows ? dummy : vectors + row;
  Index stride = row == rows ? 1 : rows;
  double norm = 0;
  for (int k = 0; k < rank; k++) {
    float u = (float)(2 * random_uniform(seed, address, k) - 1);
    v[k * stride] = u;
    norm += (double)u * u;
  }
  float scale = (float)(1 / sqrt(norm));
  for (int k = 0; k < rank; k++) {
    v[k * stride] *= scale;
  }
}
