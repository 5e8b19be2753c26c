// The row whose flip pays most.
#pragma once
#include "device.cuh"

// The row whose flip pays most of those that lanes or warps have found: of equal gains the lower row,
// so that the choice does not depend on the block's shape; -1 is no row.
struct Found {
  float gain;
  int row;
};

__device__ inline Found better(Found a, Found b) {
  bool second = b.row >= 0 && (a.row < 0 || b.gain > a.gain || (b.gain == a.gain && b.row < a.row));
  return second ? b : a;
}
