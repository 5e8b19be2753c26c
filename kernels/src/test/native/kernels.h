// The kernels that were compiled into this library, each with the arguments its source takes.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

namespace softcuda {

struct Argument {
  std::string type; // as PTX writes it: u64, u32, f32, f64, or b8[16] for a struct
  size_t size, alignment;
};

struct Kernel {
  const char* name;
  const char* file;
  std::vector<Argument> arguments;
  void (*call)(void (*)(), const char*);
  void (*function)();
};

// Offsets of the arguments in a packed buffer, and its size as the last one.
std::vector<size_t> packed(const std::vector<Argument>& arguments);
std::string words(const std::vector<Argument>& arguments);

const Kernel* kernel_named(const std::string& name);

} // namespace softcuda
