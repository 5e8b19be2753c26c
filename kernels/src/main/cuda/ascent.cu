// The parallel mixing step: every row of a block at once, from the same S.
#include "device.cuh"

// v_i <- g_i/||g_i||, g_i = S a_i with the row's own share ||a_i||^2 v_i kept in it, which makes the
// step monotone although no row sees the others' changes: ||A^T V||^2 is convex and each row goes to
// the maximum of its linearisation on the sphere. A row with g_i = 0 stays.
//
// Grid: one thread a row. Shared memory: none.
// Moves 16 bytes an entry of the rows x rank block: G and V in, V and the change out.
KERNEL normalise_rows(
    const float* __restrict__ gradient, float* __restrict__ vectors, float* __restrict__ change,
    int rows, int rank) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) {
    return;
  }
  const float* g = gradient + (Index)row * rank;
  float* v = vectors + (Index)row * rank;
  float* delta = change + (Index)row * rank;
  double norm = 0; // the squares of large sums overflow single precision
  for (int k = 0; k < rank; k++) {
    norm += (double)g[k] * g[k];
  }
  float scale = norm > 0 ? (float)(1 / sqrt(norm)) : 0;
  for (int k = 0; k < rank; k++) {
    float next = norm > 0 ? g[k] * scale : v[k];
    delta[k] = next - v[k];
    v[k] = next;
  }
}
