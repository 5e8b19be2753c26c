// What paths of rows come to under a model, in double precision: the likelihood of a row given its
// features, their coefficients, and what the orders of a path are worth. Engine's PathPosterior and
// PathOrders say what is computed (docs/markov.md, equations (1), (2) and (12)).
#include "reduce.cuh"

// Features up to which all orders count: PathOrders.MOST.
constexpr int MOST_ORDERED = 8;

// Sums over orders below this have lost digits: PathOrders.SMALLEST.
constexpr double SMALLEST = 1e-280;

constexpr double TWO_PI = 6.283185307179586;

// What all rows share.
struct Model {
  const double* w;            // K x D
  const double* gram;         // W W^T, K x K, the lower triangle
  const double* expectations; // E ln theta, (K+1) x (K+1)
  double variance;            // s^2
  double ridge;               // lambda s^2
  int count;                  // K
  int cols;                   // D
  int all;                    // whether all orders count
};

// A row of the data.
struct Row {
  const float* x;      // with 0 for what is missing
  const Word* missing; // which columns are, or null
  double squared;      // |x|^2
  int known;           // entries
};

// One row by one path, a warp's work. Lane a keeps what belongs to place a of the path; all else is
// the same in every lane. A path is no longer than a warp is wide.
struct Candidate {
  const short* path;
  int size;          // n
  double* factor;    // L, n x n, column after column
  double* forward;   // by set of places and its last one: sums over the orders of the set
  double* step;      // exp E between places, the null state last, (n+1) x (n+1), columns scaled
  double projection; // b_a
  double mean;       // mu_a
  double half;       // |y|^2
  double likelihood;
  double worth;
  double total; // sum over all orders; 0 where the path's own counts alone
};

__device__ inline int state_of(const short* path, int size, int place) {
  return place < size ? path[place] + 1 : 0;
}

// The sum of w_f w_g over the row's missing entries.
__device__ inline double unknown(const Model& of, const Row& row, int f, int g) {
  double sum = 0;
  for (int c = 0; row.missing && c < (of.cols + LANES - 1) / LANES; c++) {
    for (Word bits = row.missing[c]; bits; bits &= bits - 1) {
      int d = c * LANES + __ffs((int)bits) - 1;
      sum += of.w[(Index)f * of.cols + d] * of.w[(Index)g * of.cols + d];
    }
  }
  return sum;
}

// Fills P, factors it, and solves for the means.
__device__ inline void solve(const Model& of, const Row& row, Candidate& c, int lane) {
  int n = c.size;
  for (int a = 0; a < n; a++) {
    const double* w = of.w + (Index)c.path[a] * of.cols;
    double sum = 0;
    for (int d = lane; d < of.cols; d += LANES) {
      sum += w[d] * row.x[d];
    }
    sum = warp_sum(sum);
    c.projection = lane == a ? sum : c.projection;
  }
  for (int at = lane; at < n * n; at += LANES) {
    int i = at % n;
    int j = at / n;
    if (j <= i) {
      int f = c.path[i];
      int g = c.path[j];
      double entry = of.gram[(Index)max(f, g) * of.count + min(f, g)] - unknown(of, row, f, g);
      c.factor[at] = i == j ? entry + of.ridge : entry;
    }
  }
  __syncwarp();
  double rest = c.projection;
  double y = 0;
  double logs = 0;
  c.half = 0;
  for (int j = 0; j < n; j++) {
    bool below = lane >= j && lane < n;
    double entry = below ? c.factor[j * n + lane] : 0;
    for (int m = 0; below && m < j; m++) {
      entry -= c.factor[m * n + lane] * c.factor[m * n + j];
    }
    // Rounding must not take a pivot below what it is without any features.
    double pivot = fmax(of.ridge, __shfl_sync(ALL_LANES, entry, j));
    double root = sqrt(pivot);
    logs += log(pivot / of.ridge);
    double solved = __shfl_sync(ALL_LANES, rest, j) / root;
    c.half += solved * solved;
    y = lane == j ? solved : y;
    if (below) {
      entry = lane == j ? root : entry / root;
      c.factor[j * n + lane] = entry;
      rest -= entry * solved;
    }
    __syncwarp();
  }
  for (int i = n - 1; i >= 0; i--) {
    double mean = __shfl_sync(ALL_LANES, y, i) / c.factor[i * n + i];
    c.mean = lane == i ? mean : c.mean;
    y -= lane < i ? c.factor[lane * n + i] * mean : 0;
  }
  c.likelihood = -0.5 * row.known * log(TWO_PI * of.variance) +
      (c.half - row.squared) / (2 * of.variance) - 0.5 * logs;
}

// What the path's own order is worth.
__device__ inline double own_order(const Model& of, const Candidate& c, int lane) {
  int states = of.count + 1;
  double sum = 0;
  for (int a = lane; a <= c.size; a += LANES) {
    int from = a == 0 ? 0 : c.path[a - 1] + 1;
    sum += of.expectations[(Index)from * states + state_of(c.path, c.size, a)];
  }
  return warp_sum(sum);
}

// The logarithm of the sum over all orders, and `forward`. Steps to a state are divided by the
// largest of them: every order enters every state once.
__device__ inline double all_orders(const Model& of, Candidate& c, int lane) {
  int n = c.size;
  int wide = n + 1;
  int states = of.count + 1;
  double* largest = c.step + wide * wide;
  for (int at = lane; at < wide * wide; at += LANES) {
    int from = state_of(c.path, n, at / wide);
    c.step[at] = of.expectations[(Index)from * states + state_of(c.path, n, at % wide)];
  }
  __syncwarp();
  double shift = 0;
  if (lane < wide) {
    shift = c.step[(lane == 0 ? 1 : 0) * wide + lane];
    for (int from = 0; from < wide; from++) {
      shift = from == lane ? shift : fmax(shift, c.step[from * wide + lane]);
    }
    largest[lane] = shift;
  }
  shift = warp_sum(shift);
  __syncwarp();
  for (int at = lane; at < wide * wide; at += LANES) {
    c.step[at] = exp(c.step[at] - largest[at % wide]);
  }
  __syncwarp();
  int all = (1 << n) - 1;
  for (int size = 1; size <= n; size++) {
    for (int set = lane; set <= all; set += LANES) {
      for (int left = __popc((unsigned)set) == size ? set : 0; left; left &= left - 1) {
        int last = __ffs(left) - 1;
        int before = set & ~(1 << last);
        double sum = before ? 0 : c.step[n * wide + last];
        for (int rest = before; rest; rest &= rest - 1) {
          int previous = __ffs(rest) - 1;
          sum += c.forward[before * n + previous] * c.step[previous * wide + last];
        }
        c.forward[set * n + last] = sum;
      }
    }
    __syncwarp();
  }
  c.total = 0;
  for (int last = 0; last < n; last++) {
    c.total += c.forward[all * n + last] * c.step[last * wide + n];
  }
  return shift + log(c.total);
}

// Solves for a path, in `room`.
__device__ inline Candidate candidate(
    const Model& of, const Row& row, const short* path, int size, double* room, int longest,
    int lane) {
  int ordered = min(longest, MOST_ORDERED);
  Candidate c = {path, size, room, room + longest * longest,
      room + longest * longest + (ordered << ordered), 0, 0, 0, 0, 0, 0};
  __syncwarp(); // what other lanes read of the row before
  solve(of, row, c, lane);
  bool several = of.all && size > 1 && size <= MOST_ORDERED;
  double transitions = several ? all_orders(of, c, lane) : 0;
  if (c.total < SMALLEST) {
    c.total = 0;
    transitions = own_order(of, c, lane);
  }
  c.worth = c.likelihood + transitions;
  return c;
}

// The share of the orders that go from each place to each other one, the null state last, into
// `shares`, (n+1) x (n+1). `backward` is by set and its last place: sums of going on,
// and home.
__device__ inline void share_orders(
    const Candidate& c, double* backward, double* shares, int lane) {
  int n = c.size;
  int wide = n + 1;
  int all = (1 << n) - 1;
  for (int size = n; size > 0; size--) {
    for (int set = lane; set <= all; set += LANES) {
      for (int left = __popc((unsigned)set) == size ? set : 0; left; left &= left - 1) {
        int last = __ffs(left) - 1;
        double sum = set == all ? c.step[last * wide + n] : 0;
        for (int rest = all & ~set; rest; rest &= rest - 1) {
          int next = __ffs(rest) - 1;
          sum += c.step[last * wide + next] * backward[(set | 1 << next) * n + next];
        }
        backward[set * n + last] = sum;
      }
    }
    __syncwarp();
  }
  for (int at = lane; at < wide * wide; at += LANES) {
    int i = at / wide;
    int j = at % wide;
    double sum = 0;
    if (i == n && j < n) {
      sum = backward[(1 << j) * n + j];
    } else if (i < n && j == n) {
      sum = c.forward[all * n + i];
    } else if (i != j) {
      for (int set = 1; set < all; set++) {
        if ((set >> i & 1) && !(set >> j & 1)) {
          sum += c.forward[set * n + i] * backward[(set | 1 << j) * n + j];
        }
      }
    }
    shares[at] = i == j ? 0 : sum * c.step[at] / c.total;
  }
  __syncwarp();
}

// E[c c^T] into `second`, n x n, from `means`, in `inverse`; returns the trace of the covariance.
__device__ inline double second_moments(
    const Model& of, const Candidate& c, const double* means, double* inverse, double* second,
    int lane) {
  int n = c.size;
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int m = lane; m < i; m++) {
      sum += c.factor[m * n + i] * inverse[m * n + lane];
    }
    if (lane <= i) {
      inverse[i * n + lane] = (lane == i ? 1 : -sum) / c.factor[i * n + i];
    }
  }
  __syncwarp();
  double trace = 0;
  for (int at = lane; at < n * n; at += LANES) {
    int i = at / n;
    int j = at % n;
    double sum = 0;
    for (int m = max(i, j); m < n; m++) {
      sum += inverse[m * n + i] * inverse[m * n + j];
    }
    trace += i == j ? of.variance * sum : 0;
    second[at] = means[i] * means[j] + of.variance * sum;
  }
  return warp_sum(trace);
}

// The better of two paths of each of `rows` rows, or the one there is without old ones; path i
// stands at i `longest`. `figures` holds, one array of `pitch` entries after another: worth, and
// where there are `records`: log-likelihood, squared error, expected squared error, known entries,
// whether the path is empty. `kept` is 1 of a row that keeps its old path, + 2 where all orders
// count. A record is `longest` means, as many squared second moments, shares of the orders; place a
// of the better path of row i is at a `pitch` + i of `features`.
//
// Grid: one warp a row, or fewer, which then take several each. Shared memory: none; a warp has a
// stretch of `scratch`. Reads 4 D + 8 n D bytes a row and path, 8 n^2 of W W^T and of the
// transitions; its scratch stays in the cache.
KERNEL weigh_paths(
    const float* __restrict__ x, const Word* __restrict__ missing, const int* __restrict__ list,
    const double* __restrict__ w, const double* __restrict__ gram,
    const double* __restrict__ expectations, const unsigned char* __restrict__ found_lengths,
    const short* __restrict__ found, const unsigned char* __restrict__ old_lengths,
    const short* __restrict__ old, double* scratch, double* figures,
    unsigned char* __restrict__ kept, double* records, unsigned char* __restrict__ lengths,
    short* __restrict__ features, double variance, double ridge, int count, int cols, int all,
    int longest, int begin, int rows, int pitch) {
  Model of = {w, gram, expectations, variance, ridge, count, cols, all};
  int lane = threadIdx.x % LANES;
  int worker = blockIdx.x * WARPS + threadIdx.x / LANES;
  int workers = gridDim.x * WARPS;
  int ordered = min(longest, MOST_ORDERED);
  int shares = (ordered + 1) * (ordered + 1);
  int solving = longest * longest + (ordered << ordered) + shares + ordered + 1;
  int sharing = max(longest * longest, ordered << ordered);
  double* room = scratch + (Index)worker * (2 * solving + sharing);
  double* third = room + 2 * solving;
  int words = (cols + LANES - 1) / LANES;
  for (int i = worker; i < rows; i += workers) {
    Index number = list ? list[i] : begin + i;
    Row row = {x + number * cols, missing ? missing + number * words : nullptr, 0, cols};
    double squared = 0;
    int absent = 0;
    for (int d = lane; d < cols; d += LANES) {
      squared += (double)row.x[d] * row.x[d];
    }
    for (int c = lane; missing && c < words; c += LANES) {
      absent += __popc(row.missing[c]);
    }
    row.squared = warp_sum(squared);
    row.known = cols - (int)warp_sum(absent);
    const short* path = found + (Index)i * longest;
    Candidate best = candidate(of, row, path, found_lengths[i], room, longest, lane);
    bool by_old = false;
    if (old_lengths) {
      const short* before = old + (Index)i * longest;
      int size = old_lengths[i];
      bool other = size != best.size || (lane < size && before[lane] != path[lane]);
      if (__any_sync(ALL_LANES, other)) {
        Candidate second = candidate(of, row, before, size, room + solving, longest, lane);
        by_old = second.worth >= best.worth;
        best = by_old ? second : best;
      }
    }
    int n = best.size;
    if (lane == 0) {
      figures[i] = best.worth;
      kept[i] = (unsigned char)((by_old ? 1 : 0) + (best.total > 0 ? 2 : 0));
    }
    if (!records) {
      continue;
    }
    double* record = records + (Index)i * (longest + longest * longest + shares);
    if (lane < n) {
      record[lane] = best.mean;
      features[(Index)lane * pitch + i] = best.path[lane];
    }
    __syncwarp();
    if (best.total > 0) {
      share_orders(best, third, record + longest + longest * longest, lane);
    }
    double trace = second_moments(of, best, record, third, record + longest, lane);
    // b = P mu, so that |x|^2 - 2 b'mu + mu'(P - lambda s^2) mu is this:
    double explained = lane < n ? (best.projection + ridge * best.mean) * best.mean : 0;
    double error = fmax(0., row.squared - warp_sum(explained));
    if (lane == 0) {
      lengths[i] = (unsigned char)n;
      figures[pitch + i] = best.likelihood;
      figures[2 * (Index)pitch + i] = error;
      figures[3 * (Index)pitch + i] = fmax(0., error + n * variance - ridge * trace);
      figures[4 * (Index)pitch + i] = row.known;
      figures[5 * (Index)pitch + i] = n == 0;
    }
  }
}
