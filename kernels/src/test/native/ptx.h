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
// Ten times the least compute capability that the text is for, as ".target sm_80" says; 0 if it does not.
int target_of(const std::string& ptx);
// Those of an assembled module, a cubin: by the names of its sections of code. Their arguments are not
// looked into but taken to be those of the sources.
std::vector<Entry> entries_of_cubin(const char* image);
// An untyped b32 agrees with whatever has 4 bytes.
bool agree(const std::vector<Argument>& a, const std::vector<Argument>& b);

} // namespace softcuda
