// The parallel mixing step: every row of a block at once, from the same S.
#include "device.cuh"

// v_i <- g_i/||g_i||, g_i = S a_i with the row's own share ||a_i||^2 v_i kept in it, which makes the
// step monotone although no row sees the others' changes: ||A^T V||^2 is convex and each row goes to
// the maximum of its linearisation on the sphere. A row with g_i = 0 stays.
//
// A row of the data is a column of G and of the change (rank x rows), and of V, whose rows are
// `stride` long: so the threads of a warp read and write side by side.
//
// Grid: one thread a row. Shared memory: none.
// Moves 16 bytes an entry of the rows x rank block: G and V in, V and the change out.
KERNEL normalise_rows(
    const float* __restrict__ gradient, float* __restrict__ vectors, float* __restrict__ change,
    int rows, int rank, int stride) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) {
    return;
  }
  double norm = 0; // the squares of large sums overflow single precision
  for (int k = 0; k < rank; k++) {
    float g = gradient[(Index)k * rows + row];
    norm += (double)g * g;
  }
  float scale = norm > 0 ? (float)(1 / sqrt(norm)) : 0;
  for (int k = 0; k < rank; k++) {
    float* v = vectors + (Index)k * stride + row;
    float present = *v;
    float next = norm > 0 ? gradient[(Index)k * rows + row] * scale : present;
    change[(Index)k * rows + row] = next - present;
    *v = next;
  }
}
