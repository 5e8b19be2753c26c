// Matrix products, where there is no cuBLAS.
#include "device.cuh"

constexpr int DEPTH = 16; // terms that lie in shared memory at once
constexpr int EACH = 4;   // rows, and columns, of C that a thread has

// A matrix whose entry (i, j) is at i * rows + j * cols; one of the two steps is 1.
template <class T>
struct Strided {
  const T* entries;
  Index rows, cols;
};

// So many numbers as 16 bytes have.
template <class T>
struct Vector;
template <>
struct Vector<float> {
  typedef float4 Type;
};
template <>
struct Vector<double> {
  typedef double2 Type;
};
template <class T>
constexpr int VECTOR = 16 / sizeof(T);

template <class T>
__device__ inline void read_vector(T (&to)[VECTOR<T>], const T* from) {
  *(typename Vector<T>::Type*)to = *(const typename Vector<T>::Type*)from;
}

// Of a factor in shared memory, HEIGHT rows of DEPTH terms, where row i of term t is: in place i ^ turned(t) of the
// term. So neither lanes that go along the terms of two rows meet in a bank, nor those that go along the rows; and
// vectors of rows stay together, their numbers in an order that is known when t is.
template <int HEIGHT, class T>
__device__ inline int turned(int t) {
  return sizeof(T) == sizeof(double) ? t : HEIGHT == 16 ? t & ~1 : 2 * t;
}

// Copies HEIGHT rows of DEPTH terms, from (first, from) on; 0 beyond the matrix. Threads go along the step of 1.
template <int HEIGHT, class T>
__device__ inline void load(T* to, Strided<T> m, int first, int most, int from, int terms) {
  bool along = m.cols == 1;
#pragma unroll
  for (int n = 0; n < HEIGHT * DEPTH / THREADS; n++) {
    int place = threadIdx.x + n * THREADS;
    int i = along ? place / DEPTH : place % HEIGHT;
    int t = along ? place % DEPTH : place / HEIGHT;
    bool present = first + i < most && from + t < terms;
    to[t * HEIGHT + (i ^ turned<HEIGHT, T>(t))] =
        present ? m.entries[(first + i) * m.rows + (from + t) * m.cols] : 0;
  }
}

// A sum of products of T.
template <class T>
struct Sum {
  using Factor = T;
  using Result = T;

  T sum = 0;

  __device__ void add(T x, T y) { sum += x * y; }
  __device__ void settle() {}
  __device__ T value() const { return sum; }
};

// The same of products of single precision, in two such numbers that together have twice its digits: no product and
// no sum is rounded but for what the second number cannot hold. Where double precision is 64 times as slow, it takes a
// sixth of the time.
struct TwofoldSum {
  using Factor = float;
  using Result = double;

  float high = 0, low = 0;

  __device__ void add(float x, float y) {
    float product = __fmul_rn(x, y);
    float rest = __fmaf_rn(x, y, -product);
    float sum = __fadd_rn(high, product);
    float added = __fadd_rn(sum, -high);
    float lost = __fadd_rn(__fadd_rn(high, -__fadd_rn(sum, -added)), __fadd_rn(product, -added));
    high = sum;
    low = __fadd_rn(low, __fadd_rn(lost, rest));
  }

  // Before the second number has grown.
  __device__ void settle() {
    float sum = __fadd_rn(high, low);
    low = __fadd_rn(low, -__fadd_rn(sum, -high));
    high = sum;
  }

  __device__ double value() const { return (double)high + low; }
};

// Which of HEIGHT rows the e-th of a thread's is: vectors of neighbouring threads follow one another.
template <int HEIGHT, class T>
__device__ inline int row_of(int thread, int e) {
  constexpr int V = VECTOR<T>;
  return e / V * (HEIGHT / (EACH / V)) + thread * V + e % V;
}

// A thread's rows of term t.
template <int HEIGHT, class T>
__device__ inline void read_rows(T (&rows)[EACH], const T* factor, int t, int thread) {
  constexpr int V = VECTOR<T>;
  int turn = turned<HEIGHT, T>(t);
#pragma unroll
  for (int v = 0; v < EACH / V; v++) {
    alignas(16) T some[V];
    int first = row_of<HEIGHT, T>(thread, v * V);
    read_vector(some, factor + t * HEIGHT + (first ^ (turn & ~(V - 1))));
#pragma unroll
    for (int e = 0; e < V; e++) {
      rows[v * V + e] = some[e ^ (turn & (V - 1))];
    }
  }
}

// Writes a vector of C; or, unless it is whole and aligned, those of its entries that there are.
template <class T>
__device__ inline void write(T* c, const T* sums, int count, int keep) {
  constexpr int V = VECTOR<T>;
  if (count >= V && (size_t)c % 16 == 0) {
    alignas(16) T some[V] = {};
    if (keep) {
      read_vector(some, c);
    }
#pragma unroll
    for (int e = 0; e < V; e++) {
      some[e] += sums[e];
    }
    *(typename Vector<T>::Type*)c = *(const typename Vector<T>::Type*)some;
    return;
  }
#pragma unroll
  for (int e = 0; e < V; e++) {
    if (e < count) {
      c[e] = sums[e] + (keep ? c[e] : 0);
    }
  }
}

// A tile of HEIGHT x WIDTH entries of C = A B over some of the terms, B by its columns; plus what C was, if it is
// kept. Of a symmetric C only tiles that reach below the diagonal, and of them the lower triangle.
template <int HEIGHT, int WIDTH, class Adder>
__device__ inline void multiply(
    Strided<typename Adder::Factor> a, Strided<typename Adder::Factor> b, typename Adder::Result* c, int m,
    int n, int terms, int split, Index batch, int keep, int lower) {
  using T = typename Adder::Factor;
  using C = typename Adder::Result;
  static_assert(HEIGHT * WIDTH == THREADS * EACH * EACH, "a tile has all threads");
  DYNAMIC_SHARED(float4, room);
  T* left = (T*)room;
  T* right = left + DEPTH * HEIGHT;
  int tiles = (n + WIDTH - 1) / WIDTH;
  int top = (int)blockIdx.x / tiles * HEIGHT, first = (int)blockIdx.x % tiles * WIDTH;
  if (lower && top + HEIGHT <= first) {
    return; // all threads
  }
  a.entries += blockIdx.y * batch;
  b.entries += blockIdx.y * batch;
  int from = blockIdx.z * split, to = min(from + split, terms);
  int across = threadIdx.x % (WIDTH / EACH), down = threadIdx.x / (WIDTH / EACH);
  Adder sum[EACH][EACH];
  for (; from < to; from += DEPTH) {
    load<HEIGHT>(left, a, top, m, from, to);
    load<WIDTH>(right, b, first, n, from, to);
    __syncthreads();
#pragma unroll
    for (int t = 0; t < DEPTH; t++) {
      T x[EACH], y[EACH];
      read_rows<HEIGHT>(x, left, t, down);
      read_rows<WIDTH>(y, right, t, across);
#pragma unroll
      for (int i = 0; i < EACH; i++) {
#pragma unroll
        for (int j = 0; j < EACH; j++) {
          sum[i][j].add(x[i], y[j]);
        }
      }
    }
#pragma unroll
    for (int i = 0; i < EACH; i++) {
#pragma unroll
      for (int j = 0; j < EACH; j++) {
        sum[i][j].settle();
      }
    }
    __syncthreads();
  }
  c += ((Index)blockIdx.y + blockIdx.z) * m * n;
#pragma unroll
  for (int i = 0; i < EACH; i++) {
    int row = top + row_of<HEIGHT, T>(down, i);
    int end = lower ? min(n, row + 1) : n;
    C values[EACH];
#pragma unroll
    for (int j = 0; j < EACH; j++) {
      values[j] = sum[i][j].value();
    }
#pragma unroll
    for (int j = 0; j < EACH; j += VECTOR<C>) {
      int col = first + row_of<WIDTH, T>(across, j);
      if (row < m && col < end) {
        write(c + (Index)row * n + col, values + j, end - col, keep);
      }
    }
  }
}

#define FACTORS(T, C)                                                                           \
  const T *__restrict__ a, Index aRows, Index aCols, const T *__restrict__ b, Index bRows,      \
      Index bCols, C *__restrict__ c, int m, int n, int terms, int split, Index batch, int keep, \
      int lower
#define ARGUMENTS                                                                               \
  {a, aRows, aCols}, {b, bRows, bCols}, c, m, n, terms, split, batch, keep, lower

// For C of any shape, of at most 16 rows, and of at most 16 columns; in double precision, and of factors in single
// precision to twice its digits.
//
// Grid: x over tiles, row after row of them; y over products whose factors are `batch` entries apart, or z over
// splits of the terms: C of either follow one another. Shared memory: DEPTH x (HEIGHT + WIDTH) entries.
// Reads an entry of A for each tile of columns and one of B for each of rows, 4 bytes or 8; writes C for each split.
KERNEL multiply_square(FACTORS(float, float)) { multiply<64, 64, Sum<float>>(ARGUMENTS); }
KERNEL multiply_low(FACTORS(float, float)) { multiply<16, 256, Sum<float>>(ARGUMENTS); }
KERNEL multiply_narrow(FACTORS(float, float)) { multiply<256, 16, Sum<float>>(ARGUMENTS); }
KERNEL multiply_double(FACTORS(double, double)) { multiply<64, 64, Sum<double>>(ARGUMENTS); }
KERNEL multiply_twofold(FACTORS(float, double)) { multiply<64, 64, TwofoldSum>(ARGUMENTS); }

template <class T>
__device__ inline void add(const T* sums, T* c, int size, int cols, int splits, int keep, int lower) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size || (lower && i % cols > i / cols)) {
    return;
  }
  T sum = keep ? c[i] : 0;
#pragma unroll 8
  for (int s = 0; s < splits; s++) {
    sum += sums[(Index)s * size + i];
  }
  c[i] = sum;
}

// C, and what it was if it is kept, from the sums of the splits, in their order.
//
// Grid: one thread an entry. Shared memory: none. Reads 4 bytes or 8 an entry and split; moves C.
KERNEL add_splits(
    const float* __restrict__ sums, float* __restrict__ c, int size, int cols, int splits, int keep,
    int lower) {
  add(sums, c, size, cols, splits, keep, lower);
}
KERNEL add_double_splits(
    const double* __restrict__ sums, double* __restrict__ c, int size, int cols, int splits,
    int keep, int lower) {
  add(sums, c, size, cols, splits, keep, lower);
}
