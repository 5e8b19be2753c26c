#include "kernels.h"

#include "registration.h"

#include <map>

namespace softcuda {

namespace {
// Built by static initialisers in other files, so made when first asked for.
std::map<std::string, Kernel>& all() {
  static std::map<std::string, Kernel> kernels;
  return kernels;
}
} // namespace

std::vector<size_t> packed(const std::vector<Argument>& arguments) {
  std::vector<size_t> offsets;
  size_t at = 0;
  for (const Argument& a : arguments) {
    at = (at + a.alignment - 1) / a.alignment * a.alignment;
    offsets.push_back(at);
    at += a.size;
  }
  offsets.push_back(at);
  return offsets;
}

std::string words(const std::vector<Argument>& arguments) {
  std::string text;
  for (const Argument& a : arguments) {
    text += (text.empty() ? "" : " ") + a.type;
  }
  return text.empty() ? "none" : text;
}

void add_kernel(
    const char* name, const char* file, const ArgumentType* arguments, unsigned count,
    void (*call)(void (*)(), const char*), void (*function)()) {
  Kernel kernel{name, file, {}, call, function};
  for (unsigned i = 0; i < count; i++) {
    const ArgumentType& a = arguments[i];
    std::string type = a.type;
    kernel.arguments.push_back(
        {type == "b8" ? "b8[" + std::to_string(a.size) + "]" : type, a.size, a.alignment});
  }
  all()[name] = kernel;
}

const Kernel* kernel_named(const std::string& name) {
  auto found = all().find(name);
  return found == all().end() ? nullptr : &found->second;
}

} // namespace softcuda
