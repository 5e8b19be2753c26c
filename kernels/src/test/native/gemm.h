// Products of column-major matrices, on plain memory.
#pragma once

#include <cstddef>

namespace softcuda {

// Element (i, j) of an operand is at[i * row + j * column]: transposition is a swap of the two.
template <class T> struct View {
  const T* at;
  size_t row, column;
};

// C <- alpha A B + beta C, with C of m x n and inner dimension k. Where beta is 0, C is not read.
template <class T>
void multiply(size_t m, size_t n, size_t k, T alpha, View<T> a, View<T> b, T beta, T* c, size_t ldc);

} // namespace softcuda
