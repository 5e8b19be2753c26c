// What was asked of the device, for tests that bound it.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace softcuda {

struct KernelCounter {
  uint64_t launches, requested_read, requested_written, distinct_read, distinct_written;
  uint64_t barriers; // that one block passed, at most
  uint64_t products; // of tensor cores
};
struct BlasCounter {
  uint64_t calls, flops;
};
struct CopyCounter {
  uint64_t count, bytes, largest;
  void add(uint64_t size) {
    count++;
    bytes += size;
    largest = size > largest ? size : largest;
  }
};

struct Counters {
  uint64_t launches, synchronisations, memsets, pageable_copies;
  CopyCounter to_device, to_host, within_device;
  std::map<std::string, KernelCounter> kernels;
  std::map<std::string, BlasCounter> blas;
};
extern Counters counters;

// One counter a line: its name, then its numbers.
std::string counters_text();

} // namespace softcuda
