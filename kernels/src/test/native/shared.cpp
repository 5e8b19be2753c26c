#include "shared.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

// The linker names the ends of the section.
extern "C" char __start_softcuda_shared[], __stop_softcuda_shared[];

namespace softcuda {

Space shared_space;

namespace {

constexpr size_t BEYOND = 8192; // so that one past the end of the array lies in the section too

__attribute__((section("softcuda_shared"), aligned(1024))) char
    dynamic_array[MOST_SHARED + BEYOND];

struct Variable {
  uintptr_t base;
  size_t size;
  std::string name, owner; // owner: the kernel, or empty for a device function's
};

std::vector<Variable> variables;
std::vector<Variable> opened;

void read_variables() {
  shared_space.base = (uintptr_t)__start_softcuda_shared;
  shared_space.size = (size_t)(__stop_softcuda_shared - __start_softcuda_shared);
  size_t words = shared_space.size / 4 + 1;
  size_t bytes = words * (1 + 5 * sizeof(Cell));
  char* p = (char*)mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) {
    abort();
  }
  shared_space.cells = (Cell*)p;
  shared_space.byte_cells = shared_space.cells + words;
  shared_space.state = (uint8_t*)(shared_space.byte_cells + 4 * words);

  // The build lists the section's symbols beside the library: address, size, name.
  Dl_info info;
  dladdr((void*)dynamic_array, &info);
  std::ifstream list(std::string(info.dli_fname) + ".shared");
  std::string address, size, symbol;
  while (list >> address >> size >> symbol) {
    Variable v;
    v.base = (uintptr_t)info.dli_fbase + std::stoull(address, nullptr, 16);
    v.size = std::stoull(size, nullptr, 16);
    if (v.size == 0 || v.base == (uintptr_t)dynamic_array) {
      continue;
    }
    char* plain = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, nullptr);
    std::string full = plain ? plain : symbol;
    free(plain);
    size_t cut = full.rfind("::");
    v.name = cut == std::string::npos ? full : full.substr(cut + 2);
    std::string function = cut == std::string::npos ? "" : full.substr(0, cut);
    v.owner = kernel_named(function) ? function : "";
    variables.push_back(v);
  }
}

void once() {
  if (shared_space.size == 0) {
    read_variables();
  }
}

} // namespace

size_t static_shared(const Kernel& kernel) {
  once();
  size_t size = 0;
  for (auto& v : variables) {
    size += v.owner == kernel.name ? (v.size + 15) / 16 * 16 : 0;
  }
  return size;
}

void open_shared(const Kernel& kernel, size_t dynamic) {
  once();
  for (auto& v : opened) {
    memset(shared_space.state + (v.base - shared_space.base) / 4, 0, (v.size + 3) / 4);
  }
  opened.clear();
  for (auto& v : variables) {
    if (v.owner.empty() || v.owner == kernel.name) {
      opened.push_back(v);
    }
  }
  if (dynamic > 0) {
    opened.push_back({(uintptr_t)dynamic_array, dynamic, "", ""});
  }
}

void poison_shared() {
  for (auto& v : opened) {
    memset((void*)v.base, 0xff, v.size);
    uint8_t* state = shared_space.state + (v.base - shared_space.base) / 4;
    memset(state, ALIVE, v.size / 4);
    if (v.size % 4 != 0) {
      state[v.size / 4] = (uint8_t)(v.size % 4 << 4);
    }
  }
}

void save_shared(SharedMemory& memory) {
  memory.bytes.clear();
  memory.state.clear();
  for (auto& v : opened) {
    const char* bytes = (const char*)v.base;
    const char* state = (const char*)shared_space.state + (v.base - shared_space.base) / 4;
    memory.bytes.insert(memory.bytes.end(), bytes, bytes + v.size);
    memory.state.insert(memory.state.end(), state, state + (v.size + 3) / 4);
  }
}

void restore_shared(const SharedMemory& memory) {
  const char* bytes = memory.bytes.data();
  const char* state = memory.state.data();
  for (auto& v : opened) {
    memcpy((void*)v.base, bytes, v.size);
    memcpy(shared_space.state + (v.base - shared_space.base) / 4, state, (v.size + 3) / 4);
    bytes += v.size;
    state += (v.size + 3) / 4;
  }
}

std::string describe_shared(uintptr_t address) {
  char text[256];
  for (auto& v : opened) {
    if (address - v.base < v.size && !v.name.empty()) {
      snprintf(text, sizeof text, "shared variable %s (%zu bytes) + %zu", v.name.c_str(), v.size,
               (size_t)(address - v.base));
      return text;
    }
  }
  // Past its end the array is still the nearest thing that a kernel can mean.
  if (address - (uintptr_t)dynamic_array < sizeof dynamic_array) {
    size_t size = opened.empty() || !opened.back().name.empty() ? 0 : opened.back().size;
    snprintf(text, sizeof text, "dynamic shared memory (%zu bytes) + %zu", size,
             (size_t)(address - (uintptr_t)dynamic_array));
    return text;
  }
  return "shared memory that is not this kernel's";
}

} // namespace softcuda

extern "C" void* softcuda_dynamic_shared() { return softcuda::dynamic_array; }
