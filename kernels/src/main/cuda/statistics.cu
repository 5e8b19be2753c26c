// Sums over rows by their paths, from what posterior.cu leaves of each: engine's PathStatistics.
// The rows are cut into segments; a warp has one feature and one segment, looks for the rows with
// that feature and adds them in their order, and segments are added in theirs: no sum depends on
// the order in which blocks run.
#include "reduce.cuh"

// Columns of a warp that sums products with rows.
constexpr int COLUMNS_EACH = 4;

// The paths of rows and what they came to; see weigh_paths.
struct Coded {
  const unsigned char* lengths;
  const short* features;
  const double* records;
  int longest;
  int record; // entries of one
  int pitch;
};

// Goes through the rows of a segment that have feature f, in order.
struct Visits {
  Coded of;
  int feature;
  int next; // where the next 32 rows begin
  int to;
  int lane;
  Word found; // of the present 32, those with the feature that are left
  int place;  // of the feature in the path of row next - 32 + lane

  __device__ Visits(Coded coded, int f, int from, int end, int own)
      : of(coded), feature(f), next(from), to(end), lane(own), found(0), place(0) {}

  // The next row, with the place of the feature in its path; -1 after the last.
  __device__ int row(int& at) {
    while (!found) {
      if (next >= to) {
        return -1;
      }
      int i = next + lane;
      place = -1;
      int n = i < to ? of.lengths[i] : 0;
      for (int a = 0; a < n; a++) {
        place = of.features[(Index)a * of.pitch + i] == feature ? a : place;
      }
      found = __ballot_sync(ALL_LANES, place >= 0);
      next += LANES;
    }
    int bit = __ffs((int)found) - 1;
    found &= found - 1;
    at = __shfl_sync(ALL_LANES, place, bit);
    return next - LANES + bit;
  }
};

__device__ inline int cut(int rows, int segment, int segments) {
  return (int)((Index)rows * segment / segments);
}

// Adds E[c] x^T to S1 of each segment, K x D each. A missing entry counts with what the row's
// features say of it.
//
// Grid: one warp a feature and segment; along y, 128 columns each. Shared memory: none. Reads
// 1 + 2 n bytes a row for each of its warps, 4 D + 8 a visit, 8 n D for each missing entry in place
// of those 4.
KERNEL sum_cross_products(
    const float* __restrict__ x, const Word* __restrict__ missing, const int* __restrict__ list,
    const double* __restrict__ w, const unsigned char* __restrict__ lengths,
    const short* __restrict__ features, const double* __restrict__ records,
    double* __restrict__ cross, int count, int cols, int longest, int record, int begin, int rows,
    int pitch, int segments) {
  Index own = (Index)blockIdx.x * WARPS + threadIdx.x / LANES;
  if (own >= (Index)count * segments) {
    return; // a whole warp
  }
  int segment = (int)(own / count);
  int feature = (int)(own % count);
  int lane = threadIdx.x % LANES;
  int first = blockIdx.y * COLUMNS_EACH * LANES + lane;
  int words = (cols + LANES - 1) / LANES;
  double sum[COLUMNS_EACH] = {};
  Coded coded = {lengths, features, records, longest, record, pitch};
  Visits visits(
      coded, feature, cut(rows, segment, segments), cut(rows, segment + 1, segments), lane);
  int place = 0;
  for (int i = visits.row(place); i >= 0; i = visits.row(place)) {
    const double* means = records + (Index)i * record;
    Index number = list ? list[i] : begin + i;
#pragma unroll
    for (int c = 0; c < COLUMNS_EACH; c++) {
      int d = first + c * LANES;
      if (d < cols && missing && (missing[number * words + d / LANES] >> lane & 1)) {
        int n = lengths[i];
        for (int q = 0; q < n; q++) {
          Index feature_there = features[(Index)q * pitch + i];
          sum[c] += means[longest + place * n + q] * w[feature_there * cols + d];
        }
      } else if (d < cols) {
        sum[c] += means[place] * x[number * cols + d];
      }
    }
  }
  double* into = cross + own * cols;
#pragma unroll
  for (int c = 0; c < COLUMNS_EACH; c++) {
    int d = first + c * LANES;
    if (d < cols) {
      into[d] += sum[c];
    }
  }
}

// Adds E[c c^T] to S2 of each segment, K x K each, and the transitions, (K+1) x (K+1) each: a
// feature's row of both, and its entry of the null state's row. Bit 1 of `kept` says where all
// orders count.
//
// Grid: one warp a feature and segment. Shared memory: none. Reads 1 + 2 n bytes a row for each of
// its warps; reads 18 n bytes and moves 32 n a visit.
KERNEL_OF(6) sum_second_moments(
    const unsigned char* __restrict__ kept, const unsigned char* __restrict__ lengths,
    const short* __restrict__ features, const double* __restrict__ records, double* moments,
    double* transitions, int count, int longest, int record, int rows, int pitch, int segments) {
  Index own = (Index)blockIdx.x * WARPS + threadIdx.x / LANES;
  if (own >= (Index)count * segments) {
    return; // a whole warp
  }
  int segment = (int)(own / count);
  int feature = (int)(own % count);
  int lane = threadIdx.x % LANES;
  Index states = count + 1;
  double* into = moments + own * count;
  double* first = transitions + segment * states * states + feature + 1;
  double* from = transitions + (segment * states + feature + 1) * states;
  double entered = 0;
  Coded coded = {lengths, features, records, longest, record, pitch};
  Visits visits(
      coded, feature, cut(rows, segment, segments), cut(rows, segment + 1, segments), lane);
  int place = 0;
  for (int i = visits.row(place); i >= 0; i = visits.row(place)) {
    int n = lengths[i];
    const double* second = records + (Index)i * record + longest;
    const double* shares = second + longest * longest + place * (n + 1);
    bool ordered = kept[i] & 2;
    if (lane < n) {
      int other = features[(Index)lane * pitch + i];
      into[other] += second[place * n + lane];
      if (ordered ? lane != place : lane == place + 1) {
        from[other + 1] += ordered ? shares[lane] : 1;
      }
    }
    if (lane == 0) {
      from[0] += ordered ? shares[n] : place + 1 == n;
      entered += ordered ? shares[(n - place) * (n + 1) + place] : place == 0;
    }
    __syncwarp();
  }
  if (lane == 0) {
    *first += entered;
  }
}

// Adds all segments, of `size` entries each, up in the first of them.
//
// Grid: one thread an entry. Shared memory: none. Moves 8 bytes an entry and segment.
KERNEL add_segments(double* sums, Index size, int segments) {
  Index i = (Index)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) {
    double sum = sums[i];
    for (int segment = 1; segment < segments; segment++) {
      sum += sums[segment * size + i];
    }
    sums[i] = sum;
  }
}

// Adds the first `count` entries of each figure, which begin `pitch` apart, to its total.
//
// Grid: one block a figure. Shared memory: WARPS doubles. Reads 8 bytes an entry.
KERNEL sum_figures(const double* __restrict__ figures, int count, int pitch, double* totals) {
  __shared__ double room[WARPS];
  const double* own = figures + (Index)blockIdx.x * pitch;
  double sum = 0;
  for (int i = threadIdx.x; i < count; i += blockDim.x) {
    sum += own[i];
  }
  sum = block_sum(sum, room);
  if (threadIdx.x == 0) {
    totals[blockIdx.x] += sum;
  }
}
