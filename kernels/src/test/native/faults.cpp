#include "faults.h"

#include "block.h"
#include "kernels.h"

#include <dlfcn.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

namespace softcuda {

namespace {

std::vector<std::string> messages;
int code_of_break;

std::string formatted(const char* format, va_list arguments) {
  char text[2048];
  vsnprintf(text, sizeof text, format, arguments);
  return text;
}

void keep(const std::string& message) {
  fprintf(stderr, "software CUDA device: %s\n", message.c_str());
  messages.push_back(message);
}

std::string look_up(const void* pc) {
  Dl_info info;
  if (!dladdr(pc, &info) || !info.dli_fname) {
    return "";
  }
  // One before the return address lies within the call.
  char command[600];
  snprintf(command, sizeof command, "addr2line -s -e '%s' 0x%zx 2>/dev/null", info.dli_fname,
           (size_t)((const char*)pc - (const char*)info.dli_fbase) - 1);
  FILE* pipe = popen(command, "r");
  if (!pipe) {
    return "";
  }
  char line[256] = "";
  bool answered = fgets(line, sizeof line, pipe) != nullptr;
  pclose(pipe);
  line[strcspn(line, " \n")] = 0;
  return answered && line[0] != '?' ? " (" + std::string(line) + ")" : "";
}

} // namespace

int refuse(int code, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  keep(formatted(format, arguments));
  va_end(arguments);
  return code;
}

int break_device(int code, const std::string& message) {
  keep(message);
  if (code_of_break == 0) {
    code_of_break = code;
  }
  return code;
}

int broken() { return code_of_break; }

std::vector<std::string> faults() { return messages; }

void clear_faults() {
  messages.clear();
  code_of_break = 0;
}

namespace {

struct Failure {
  int code;
  long first; // of the calls, counted from 1
  long calls;
};

std::map<std::string, Failure> read_failures(const char* text) {
  std::map<std::string, Failure> found;
  while (text && *text) {
    size_t name = strcspn(text, "="), end = strcspn(text, ",");
    Failure failure{0, 1, 0};
    if (name > end || sscanf(text + name, "=%d@%ld", &failure.code, &failure.first) < 1) {
      fprintf(stderr, "software CUDA device: '%s' is not CALL=CODE or CALL=CODE@N\n", text);
      abort();
    }
    found[std::string(text, name)] = failure;
    text += end + (text[end] == ',');
  }
  return found;
}

std::map<std::string, Failure>& failures() {
  static std::map<std::string, Failure> asked = read_failures(getenv("SOFTCUDA_FAIL"));
  return asked;
}

} // namespace

void set_failures(const char* text) { failures() = read_failures(text); }

int failure_of(const char* call) {
  if (failures().empty()) {
    return SUCCESS;
  }
  std::string name = call;
  size_t version = name.rfind("_v2");
  auto found = failures().find(version == std::string::npos ? name : name.substr(0, version));
  if (found == failures().end() || ++found->second.calls < found->second.first) {
    return SUCCESS;
  }
  return found->second.code;
}

void kernel_fault(int code, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::string what = formatted(format, arguments);
  va_end(arguments);
  Dim b = running_block();
  char where[200];
  const unsigned* t = run.thread->index;
  snprintf(where, sizeof where, "kernel %s, block (%u,%u,%u), thread (%u,%u,%u): ",
           running_kernel().name, b.x, b.y, b.z, t[0], t[1], t[2]);
  break_device(code, where + what);
  // The strings above must not be left behind on a stack that nobody returns to.
  what = std::string();
  abandon();
}

std::string source_of(const void* pc) {
  static std::map<const void*, std::string> known;
  auto found = known.find(pc);
  if (found == known.end()) {
    found = known.emplace(pc, look_up(pc)).first;
  }
  return found->second;
}

} // namespace softcuda
