#include "gemm.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace softcuda {

namespace {
// A tile of C stays in registers while a panel of A and one of B go by, both packed to be read in
// order.
constexpr size_t ROWS = 16, COLUMNS = 6, DEPTH = 256, BLOCK = 96;

template <class T> void tile(size_t k, const T* a, const T* b, T (&sum)[COLUMNS][ROWS]) {
  // Vectors by name, since the compiler would leave an array of numbers in memory.
  typedef T Column __attribute__((vector_size(ROWS * sizeof(T)), aligned(sizeof(T)), may_alias));
  Column s[COLUMNS] = {};
  for (size_t p = 0; p < k; p++) {
    Column column = *(const Column*)(a + p * ROWS);
#pragma GCC unroll 6
    for (size_t j = 0; j < COLUMNS; j++) {
      s[j] += column * b[p * COLUMNS + j];
    }
  }
  memcpy(sum, s, sizeof sum);
}

// Panels of `width` rows (for A) or columns (for B), padded with zeros.
template <class T>
void pack(T* to, const T* from, size_t across, size_t along, size_t many, size_t k, size_t width) {
  for (size_t first = 0; first < many; first += width) {
    for (size_t p = 0; p < k; p++) {
      for (size_t i = 0; i < width; i++) {
        *to++ = first + i < many ? from[(first + i) * across + p * along] : T{0};
      }
    }
  }
}

size_t padded(size_t n, size_t to) { return (n + to - 1) / to * to; }
} // namespace

template <class T>
void multiply(
    size_t m, size_t n, size_t k, T alpha, View<T> a, View<T> b, T beta, T* c, size_t ldc) {
  for (size_t j = 0; j < n; j++) {
    for (size_t i = 0; i < m; i++) {
      c[j * ldc + i] = beta == 0 ? T{0} : beta * c[j * ldc + i];
    }
  }
  std::vector<T> packed_b(padded(n, COLUMNS) * DEPTH), packed_a(BLOCK * DEPTH);
  for (size_t p = 0; p < k && alpha != 0; p += DEPTH) {
    size_t depth = std::min(DEPTH, k - p);
    pack(packed_b.data(), b.at + p * b.row, b.column, b.row, n, depth, COLUMNS);
    for (size_t i = 0; i < m; i += BLOCK) {
      size_t rows = std::min(BLOCK, m - i);
      pack(packed_a.data(), a.at + i * a.row + p * a.column, a.row, a.column, rows, depth, ROWS);
      for (size_t j = 0; j < n; j += COLUMNS) {
        for (size_t r = 0; r < rows; r += ROWS) {
          T sum[COLUMNS][ROWS];
          tile(depth, &packed_a[r * depth], &packed_b[j * depth], sum);
          for (size_t jj = 0; jj < std::min(COLUMNS, n - j); jj++) {
            for (size_t ii = 0; ii < std::min(ROWS, rows - r); ii++) {
              c[(j + jj) * ldc + i + r + ii] += alpha * sum[jj][ii];
            }
          }
        }
      }
    }
  }
}

template void multiply(
    size_t, size_t, size_t, float, View<float>, View<float>, float, float*, size_t);
template void multiply(
    size_t, size_t, size_t, double, View<double>, View<double>, double, double*, size_t);

} // namespace softcuda
