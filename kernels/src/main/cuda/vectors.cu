// The SDP's unit vectors before the first sweep.
#include "random.cuh"

// v_i uniform in the cube, scaled to unit length, as column i of V (rank x rows); the dummy takes
// address 0 of the random numbers and row i address first + i + 1, as on every backend. What is past the
// last row in V, whose rows are `stride` long, is 0.
//
// Grid: one thread a column of V, stride + 1 of them. Shared memory: none. Writes 4 rank bytes a row.
KERNEL random_vectors(
    float* __restrict__ vectors, float* __restrict__ dummy, int rows, int stride, int rank,
    Seed seed, Seed first) {
  Index row = (Index)blockIdx.x * blockDim.x + threadIdx.x;
  if (row > stride) {
    return;
  }
  bool last = row == stride;
  Seed address = last ? 0 : first + row + 1;
  float* v = last ? dummy : vectors + row;
  Index next = last ? 1 : stride;
  if (row >= rows && !last) {
    for (int k = 0; k < rank; k++) {
      v[k * next] = 0;
    }
    return;
  }
  double norm = 0;
  for (int k = 0; k < rank; k++) {
    float u = (float)(2 * random_uniform(seed, address, k) - 1);
    v[k * next] = u;
    norm += (double)u * u;
  }
  float scale = (float)(1 / sqrt(norm));
  for (int k = 0; k < rank; k++) {
    v[k * next] *= scale;
  }
}
