// The mixing step in exact sequence (Gauss-Seidel) through the Gram matrix of a few rows.
#include "reduce.cuh"

// For j = 0, 1, ...: v_j <- g_j/||g_j||, g_j = S a_j - ||a_j||^2 v_j with S as the rows before j left
// it: g_j = G_j + sum_{i<j} <a_i, a_j> delta_i - <a_j, a_j> v_j. A row with g_j = 0 stays.
//
// A row of the data is a column of G and of the change (rank x rows), and of V, whose rows are
// `stride` long; in shared memory it is a row.
//
// Grid: one block; its first warp steps, all threads carry the step to the rows that follow.
// Shared memory: (rows * rows + 2 * rows * rank + rank) floats: Gram matrix, G, of which a row becomes
// its change, V, the present step. Banks conflict only where a block comes and goes.
// Moves 4 rows^2 bytes and 16 an entry of the rows x rank block.
KERNEL step_in_sequence(
    const float* __restrict__ gram, const float* __restrict__ gradient, float* __restrict__ vectors,
    float* __restrict__ change, int rows, int rank, int stride) {
  DYNAMIC_SHARED(float, room);
  float* products = room;
  float* g = products + rows * rows;
  float* v = g + rows * rank;
  float* step = v + rows * rank;
  for (int i = threadIdx.x; i < rows * rows; i += blockDim.x) {
    products[i] = gram[i];
  }
  for (int i = threadIdx.x; i < rows * rank; i += blockDim.x) {
    int place = i % rows * rank + i / rows;
    g[place] = gradient[i];
    v[place] = vectors[(Index)(i / rows) * stride + i % rows];
  }
  __syncthreads();
  for (int j = 0; j < rows; j++) {
    if (threadIdx.x < LANES) {
      float own = products[j * rows + j];
      double norm = 0; // the squares of large sums overflow single precision
      for (int k = threadIdx.x; k < rank; k += LANES) {
        float value = g[j * rank + k] - own * v[j * rank + k];
        step[k] = value;
        norm += (double)value * value;
      }
      norm = warp_sum(norm);
      float scale = norm > 0 ? (float)(1 / sqrt(norm)) : 0;
      for (int k = threadIdx.x; k < rank; k += LANES) {
        float present = v[j * rank + k];
        float next = norm > 0 ? step[k] * scale : present;
        step[k] = next - present;
        g[j * rank + k] = next - present;
        v[j * rank + k] = next;
      }
    }
    __syncthreads();
    for (int i = (j + 1) * rank + threadIdx.x; i < rows * rank; i += blockDim.x) {
      g[i] += products[j * rows + i / rank] * step[i % rank];
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < rows * rank; i += blockDim.x) {
    int place = i % rows * rank + i / rows;
    change[i] = g[place];
    vectors[(Index)(i / rows) * stride + i % rows] = v[place];
  }
}
