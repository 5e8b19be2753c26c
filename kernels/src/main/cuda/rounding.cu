// Random hyperplanes through the SDP's unit vectors.
#include "random.cuh"

// The hyperplanes' normals, planes x rank, standard normal.
//
// Grid: one thread an entry. Shared memory: none. Writes 4 bytes an entry.
KERNEL random_normals(float* __restrict__ normals, int planes, int rank, Seed seed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < planes * rank) {
    normals[i] = (float)random_normal(seed, i / rank, i % rank);
  }
}

// z_i = 1 where v_i lies on the same side of the hyperplane as the dummy's vector, row `rows` of V.
//
// Grid: x over rows, one thread each up to the end of a column's last word; y over hyperplanes.
// Shared memory: none. Moves 4 rank bytes a row and 1/8 out, for each hyperplane; V stays in cache.
KERNEL round_vectors(
    const float* __restrict__ vectors, const float* __restrict__ normals, Word* __restrict__ columns,
    int rows, int rank, int stride) {
  Index row = (Index)blockIdx.x * blockDim.x + threadIdx.x;
  Index word = row / LANES;
  if (word >= stride) {
    return; // a whole warp
  }
  const float* normal = normals + (Index)blockIdx.y * rank;
  const float* dummy = vectors + (Index)rows * rank;
  float side = 0;
  float reference = 0;
  for (int k = 0; k < rank; k++) {
    reference += dummy[k] * normal[k];
  }
  if (row < rows) {
    for (int k = 0; k < rank; k++) {
      side += vectors[row * rank + k] * normal[k];
    }
  }
  Word bits = __ballot_sync(ALL_LANES, row < rows && (side < 0) == (reference < 0));
  if (threadIdx.x % LANES == 0) {
    columns[(Index)blockIdx.y * stride + word] = bits;
  }
}
