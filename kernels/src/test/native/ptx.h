// The kernels' signatures as a module's PTX text declares them.
#pragma once

#include "kernels.h"

namespace softcuda {

struct Entry {
  std::string name;
  std::vector<Argument> arguments;
  unsigned max_threads; // of a block; 0: not said
  size_t local_bytes;   // of a thread's stack
};

std::vector<Entry> entries_of(const std::string& ptx);
// An untyped b32 agrees with whatever has 4 bytes.
bool agree(const std::vector<Argument>& a, const std::vector<Argument>& b);

} // namespace softcuda
