// Modules, functions and launches.
#include "block.h"
#include "counters.h"
#include "driver.h"
#include "ptx.h"
#include "queue.h"
#include "region.h"
#include "shared.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>

namespace softcuda {

namespace {

// A kernel's code is loaded at its first launch.
constexpr size_t CODE = 16 << 10;

struct Function {
  Entry entry;
  const Kernel* kernel;
  size_t dynamic_limit;
  bool loaded;

  ~Function() { give_back(loaded ? CODE : 0); }
};

struct Module {
  std::vector<Entry> entries;
  std::map<std::string, std::unique_ptr<Function>> functions;
};

std::map<void*, std::unique_ptr<Module>> modules;

Function* function_of(void* handle) {
  for (auto& m : modules) {
    for (auto& f : m.second->functions) {
      if (f.second.get() == handle) {
        return f.second.get();
      }
    }
  }
  return nullptr;
}

int unknown_function(const char* call) {
  return refuse(INVALID_HANDLE, "%s: the function does not exist, or its module was unloaded", call);
}

// The arguments as one packed buffer, from either of the two ways to pass them.
int collect(const Function& f, void** parameters, void** extra, std::string& buffer) {
  const char* name = f.entry.name.c_str();
  std::vector<size_t> offsets = packed(f.entry.arguments);
  size_t takes = offsets.back();
  if (parameters) {
    buffer.assign(takes, 0);
    for (size_t i = 0; i < f.entry.arguments.size(); i++) {
      if (!parameters[i]) {
        return refuse(INVALID_VALUE, "%s: argument %zu is a null pointer", name, i);
      }
      memcpy(&buffer[offsets[i]], parameters[i], f.entry.arguments[i].size);
    }
    return SUCCESS;
  }
  const void* data = nullptr;
  size_t size = 0;
  for (void** p = extra; p && *p; p += 2) {
    if (*p == (void*)1) {
      data = p[1];
    } else if (*p == (void*)2) {
      size = *(size_t*)p[1];
    } else {
      return refuse(INVALID_VALUE, "%s: unknown word %zu in its launch's extra list", name,
                    (size_t)*p);
    }
  }
  if (size != takes || (size > 0 && !data)) {
    return refuse(INVALID_VALUE,
                  "%s: called with %zu bytes of arguments, its PTX entry takes %zu: %s", name, size,
                  takes, words(f.entry.arguments).c_str());
  }
  buffer.assign((const char*)data, size);
  return SUCCESS;
}

int check_shape(const Function& f, const Shape& s) {
  const char* name = f.entry.name.c_str();
  size_t threads = (size_t)s.block.x * s.block.y * s.block.z;
  if (threads == 0 || s.grid.x == 0 || s.grid.y == 0 || s.grid.z == 0) {
    return refuse(INVALID_VALUE, "%s: an empty launch, grid (%u,%u,%u) of blocks of (%u,%u,%u)",
                  name, s.grid.x, s.grid.y, s.grid.z, s.block.x, s.block.y, s.block.z);
  }
  if (threads > 1024 || s.block.z > 64) {
    return refuse(INVALID_VALUE, "%s: blocks of (%u,%u,%u) = %zu threads, a block has 1024 at most",
                  name, s.block.x, s.block.y, s.block.z, threads);
  }
  if (f.entry.max_threads && threads > f.entry.max_threads) {
    return refuse(INVALID_VALUE, "%s: blocks of %zu threads, its launch bounds say %u", name,
                  threads, f.entry.max_threads);
  }
  if (s.grid.x > 2147483647u || s.grid.y > 65535 || s.grid.z > 65535) {
    return refuse(INVALID_VALUE, "%s: grid (%u,%u,%u) is larger than (2147483647,65535,65535)",
                  name, s.grid.x, s.grid.y, s.grid.z);
  }
  if (s.dynamic_shared > f.dynamic_limit) {
    return refuse(INVALID_VALUE,
                  "%s: %u bytes of dynamic shared memory, and its limit is %zu; raise it by "
                  "cuFuncSetAttribute", name, s.dynamic_shared, f.dynamic_limit);
  }
  return SUCCESS;
}

// Local memory grows to the most that any kernel needed.
size_t local_bytes;

bool make_room(Function& f) {
  size_t code = f.loaded ? 0 : CODE;
  size_t local = f.entry.local_bytes * generation().threads * MULTIPROCESSORS;
  size_t more = local > local_bytes ? local - local_bytes : 0;
  if (!take_aside(code + more)) {
    return false;
  }
  f.loaded = true;
  local_bytes += more;
  return true;
}

size_t cooperating = MULTIPROCESSORS;

// Blocks that a multiprocessor holds, of its threads and its shared memory.
size_t blocks_held(const Function& f, size_t threads, size_t dynamic_shared) {
  size_t whole = (threads + LANES - 1) / LANES * LANES;
  size_t shared = static_shared(*f.kernel) + dynamic_shared + generation().shared_reserved;
  size_t each = std::min(generation().threads / whole, generation().blocks);
  return std::min(each, generation().shared / std::max(shared, (size_t)1));
}

// Blocks of a cooperative launch are on the device at once: as many as its threads and its shared memory hold.
int check_resident(const Function& f, const Shape& s) {
  int cooperates = 0;
  if (cuDeviceGetAttribute(&cooperates, 95, 0) != SUCCESS || !cooperates) {
    return refuse(NOT_SUPPORTED, "%s: this device has no cooperative launches",
                  f.entry.name.c_str());
  }
  size_t each = blocks_held(f, s.block.x * s.block.y * s.block.z, s.dynamic_shared);
  size_t grid = (size_t)s.grid.x * s.grid.y * s.grid.z;
  if (grid > each * cooperating) {
    return refuse(COOPERATIVE_LAUNCH_TOO_LARGE,
                  "%s: a cooperative launch of %zu blocks, and the device holds %zu",
                  f.entry.name.c_str(), grid, each * cooperating);
  }
  return SUCCESS;
}

void run_kernel(const Kernel& kernel, const Shape& shape, const std::string& arguments) {
  // Aligned as any argument needs it.
  std::vector<std::max_align_t> aligned(arguments.size() / sizeof(std::max_align_t) + 1);
  memcpy(aligned.data(), arguments.data(), arguments.size());
  run_grid(kernel, shape, (const char*)aligned.data());
  KernelCounter& c = counters.kernels[kernel.name];
  c.requested_read += run.requested_read;
  c.requested_written += run.requested_written;
  c.distinct_read += run.distinct_read;
  c.distinct_written += run.distinct_written;
  c.barriers = std::max(c.barriers, run.barriers);
  c.products += run.products;
}

int launch(
    const char* call, void* handle, const Shape& shape, void* stream_handle, void** parameters,
    void** extra) {
  Function* f = function_of(handle);
  if (!f) {
    return unknown_function(call);
  }
  Stream* stream = stream_of(stream_handle);
  if (!stream) {
    return refuse(INVALID_HANDLE, "%s: launched on a stream that does not exist",
                  f->entry.name.c_str());
  }
  if (int code = check_shape(*f, shape)) {
    return code;
  }
  if (int code = shape.cooperative ? check_resident(*f, shape) : SUCCESS) {
    return code;
  }
  std::string arguments;
  if (int code = collect(*f, parameters, extra, arguments)) {
    return code;
  }
  if (!make_room(*f)) {
    return refuse(OUT_OF_MEMORY, "%s: no memory left to load it, or for %zu bytes of local memory "
                  "of each thread", f->entry.name.c_str(), f->entry.local_bytes);
  }
  counters.launches++;
  counters.kernels[f->entry.name].launches++;
  enqueue(stream, [kernel = f->kernel, shape, arguments] { run_kernel(*kernel, shape, arguments); });
  return SUCCESS;
}

} // namespace

void list_modules(std::vector<std::string>& lines) {
  if (!modules.empty()) {
    lines.push_back(std::to_string(modules.size()) + " module(s) not unloaded");
  }
}

void set_cooperating(int multiprocessors) { cooperating = (size_t)multiprocessors; }

void reset_modules() {
  set_cooperating(MULTIPROCESSORS);
  modules.clear();
  release_local_memory();
}

void release_local_memory() {
  give_back(local_bytes);
  local_bytes = 0;
}

} // namespace softcuda

using namespace softcuda;

extern "C" {

// The compiler's log goes to the buffer of option 5, whose size is that of option 6.
int cuModuleLoadDataEx(
    void** module, const void* image, unsigned count, int* options, void** values) {
  SOFTCUDA_CALL(true)
  const char* text = (const char*)image;
  bool assembled = memcmp(text, "\x7f" "ELF", 4) == 0;
  auto made = std::make_unique<Module>();
  made->entries = assembled ? entries_of_cubin(text) : entries_of(text);
  std::string log = made->entries.empty() ? "the text has no .entry" : "";
  if (!assembled && target_of(text) > generation().capability) {
    log = "SM version specified by .target is higher than default SM version assumed";
  }
  if (!log.empty()) {
    log = "ptxas application ptx input, line 1; fatal   : " + log;
    for (unsigned i = 0; i < count; i++) {
      for (unsigned j = 0; options[i] == 5 && j < count; j++) {
        if (options[j] == 6) {
          snprintf((char*)values[i], (size_t)values[j], "%s", log.c_str());
        }
      }
    }
    return refuse(INVALID_PTX, "cuModuleLoadData: %s", log.c_str());
  }
  *module = made.get();
  modules[made.get()] = std::move(made);
  return SUCCESS;
}

int cuModuleLoadData(void** module, const void* image) {
  SOFTCUDA_CALL(true)
  return cuModuleLoadDataEx(module, image, 0, nullptr, nullptr);
}

int cuModuleUnload(void* module) {
  std::lock_guard<std::recursive_mutex> guard(device_lock());
  run_all();
  if (modules.erase(module) == 0) {
    return refuse(INVALID_HANDLE, "cuModuleUnload: the module does not exist or was unloaded");
  }
  return broken();
}

int cuModuleGetFunction(void** function, void* module, const char* name) {
  SOFTCUDA_CALL(true)
  auto found = modules.find(module);
  if (found == modules.end()) {
    return refuse(INVALID_HANDLE, "cuModuleGetFunction: the module does not exist");
  }
  for (const Entry& entry : found->second->entries) {
    if (entry.name != name) {
      continue;
    }
    const Kernel* kernel = kernel_named(name);
    if (!kernel) {
      return refuse(NOT_FOUND, "%s: the PTX has it, and no .cu file that was compiled here", name);
    }
    if (!agree(entry.arguments, kernel->arguments)) {
      return refuse(INVALID_SOURCE, "%s: its PTX entry takes %s, its source in %s takes %s", name,
                    words(entry.arguments).c_str(), kernel->file,
                    words(kernel->arguments).c_str());
    }
    auto& made = found->second->functions[name];
    if (!made) {
      size_t fixed = static_shared(*kernel);
      made = std::unique_ptr<Function>(new Function{
          entry, kernel, fixed > SHARED_PER_BLOCK ? 0 : SHARED_PER_BLOCK - fixed, false});
    }
    *function = made.get();
    return SUCCESS;
  }
  return refuse(NOT_FOUND, "cuModuleGetFunction: the module has no kernel %s", name);
}

int cuFuncGetAttribute(int* value, int attribute, void* handle) {
  SOFTCUDA_CALL(true)
  Function* f = function_of(handle);
  if (!f) {
    return unknown_function("cuFuncGetAttribute");
  }
  switch (attribute) {
    case 0: *value = f->entry.max_threads ? (int)f->entry.max_threads : 1024; break;
    case 1: *value = (int)static_shared(*f->kernel); break;
    case 3: *value = (int)f->entry.local_bytes; break;
    case 4: *value = 32; break; // registers, of which there are none here
    case 5: case 6: *value = 80; break;
    case 8: *value = (int)f->dynamic_limit; break;
    default: *value = 0;
  }
  return SUCCESS;
}

int cuOccupancyMaxActiveBlocksPerMultiprocessor(
    int* blocks, void* handle, int threads, size_t dynamic_shared) {
  SOFTCUDA_CALL(true)
  Function* f = function_of(handle);
  if (!f) {
    return unknown_function("cuOccupancyMaxActiveBlocksPerMultiprocessor");
  }
  *blocks = (int)blocks_held(*f, (size_t)threads, dynamic_shared);
  return SUCCESS;
}

int cuFuncSetAttribute(void* handle, int attribute, int value) {
  SOFTCUDA_CALL(true)
  Function* f = function_of(handle);
  if (!f) {
    return unknown_function("cuFuncSetAttribute");
  }
  if (attribute != 8) {
    return SUCCESS; // hints
  }
  size_t most = generation().shared_per_block - static_shared(*f->kernel);
  if (value < 0 || (size_t)value > most) {
    return refuse(INVALID_VALUE, "%s: %d bytes of dynamic shared memory asked for, the device has "
                  "%zu for it", f->entry.name.c_str(), value, most);
  }
  f->dynamic_limit = (size_t)value;
  return SUCCESS;
}

int cuLaunchKernel(
    void* handle, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
    unsigned dynamic_shared, void* stream_handle, void** parameters, void** extra) {
  SOFTCUDA_CALL(true)
  return launch("cuLaunchKernel", handle, {{gx, gy, gz}, {bx, by, bz}, dynamic_shared, false},
                stream_handle, parameters, extra);
}

int cuLaunchCooperativeKernel(
    void* handle, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
    unsigned dynamic_shared, void* stream_handle, void** parameters) {
  SOFTCUDA_CALL(true)
  return launch("cuLaunchCooperativeKernel", handle,
                {{gx, gy, gz}, {bx, by, bz}, dynamic_shared, true}, stream_handle, parameters,
                nullptr);
}
}
