// Random hyperplanes through the SDP's unit vectors.
#include "random.cuh"

// The hyperplanes' normals, rank x planes, standard normal.
//
// Grid: one thread an entry. Shared memory: none. Writes 4 bytes an entry.
KERNEL random_normals(float* __restrict__ normals, int planes, int rank, Seed seed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < planes * rank) {
    normals[i] = (float)random_normal(seed, i % planes, i / planes);
  }
}

constexpr int PLANES = 8; // hyperplanes that a thread takes for each entry of V that it reads

// z_i = 1 where v_i, column i of V, whose rows are `length` long, lies on the same side of the hyperplane
// as the dummy's vector. The normals are those of whole groups of hyperplanes.
//
// Grid: x over rows, one thread each up to the end of a column's last word; y over groups of PLANES
// hyperplanes. Shared memory: none. Moves 4 rank bytes a row for each group, and 1/8 out for each
// hyperplane.
KERNEL round_vectors(
    const float* __restrict__ vectors, const float* __restrict__ dummy,
    const float* __restrict__ normals, Word* __restrict__ columns, int rows, int length, int rank,
    int planes, int stride) {
  Index row = (Index)blockIdx.x * blockDim.x + threadIdx.x;
  Index word = row / LANES;
  if (word >= stride) {
    return; // a whole warp
  }
  int first = blockIdx.y * PLANES;
  float side[PLANES];
  float reference[PLANES];
  for (int p = 0; p < PLANES; p++) {
    side[p] = 0;
    reference[p] = 0;
  }
  for (int k = 0; k < rank; k++) {
    float own = row < rows ? vectors[(Index)k * length + row] : 0;
    const float* normal = normals + (Index)k * gridDim.y * PLANES + first;
    for (int p = 0; p < PLANES; p++) {
      side[p] += own * normal[p];
      reference[p] += dummy[k] * normal[p];
    }
  }
  for (int p = 0; p < PLANES && first + p < planes; p++) {
    Word bits = __ballot_sync(ALL_LANES, row < rows && (side[p] < 0) == (reference[p] < 0));
    if (threadIdx.x % LANES == 0) {
      columns[(Index)(first + p) * stride + word] = bits;
    }
  }
}
