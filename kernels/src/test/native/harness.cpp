// What the tests ask the device: by JNI, or by a report that a process leaves behind.
#include "counters.h"
#include "driver.h"
#include "queue.h"
#include "region.h"
#include "requests.h"

#include <jni.h>

#include <cstdio>
#include <cstdlib>

namespace softcuda {

namespace {
void (*list_cublas)(std::vector<std::string>&);
void (*reset_cublas)();
} // namespace

std::vector<std::string> leaks() {
  std::vector<std::string> lines;
  list_memory(lines);
  list_streams(lines);
  list_modules(lines);
  list_contexts(lines);
  if (list_cublas) {
    list_cublas(lines);
  }
  return lines;
}

namespace {
void forget_counters() {
  counters = {};
  forget_requests();
}
} // namespace

void reset_device() {
  reset_streams();
  reset_modules();
  reset_memory();
  reset_contexts();
  if (reset_cublas) {
    reset_cublas();
  }
  clear_faults();
  forget_counters();
}

void join_harness(void (*list)(std::vector<std::string>&), void (*reset)()) {
  list_cublas = list;
  reset_cublas = reset;
}

namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (auto& line : lines) {
    text += line + "\n";
  }
  return text;
}

void report() {
  const char* path = getenv("SOFTCUDA_REPORT");
  if (!path) {
    return;
  }
  std::string text = counters_text();
  for (auto& line : faults()) {
    text += "fault " + line + "\n";
  }
  for (auto& line : leaks()) {
    text += "leak " + line + "\n";
  }
  if (FILE* file = fopen(path, "w")) {
    fputs(text.c_str(), file);
    fclose(file);
  }
}

} // namespace

void report_at_exit() {
  // Registered by the first call, so that it runs before the destructors of what it reports.
  static const int registered = atexit(report);
  (void)registered;
}

} // namespace softcuda

using namespace softcuda;

extern "C" int softcuda_unsupported(const char* name, int code) {
  return refuse(code, "%s: the software device does not have it", name);
}

#define NATIVE(type, name) \
  extern "C" JNIEXPORT type JNICALL Java_org_latentfeature_cuda_software_SoftwareDevice_##name
#define LOCKED std::lock_guard<std::recursive_mutex> guard(device_lock())

NATIVE(jstring, faultText)(JNIEnv* env, jclass) {
  LOCKED;
  return env->NewStringUTF(joined(faults()).c_str());
}
NATIVE(jstring, leakText)(JNIEnv* env, jclass) {
  LOCKED;
  return env->NewStringUTF(joined(leaks()).c_str());
}
NATIVE(jstring, counterText)(JNIEnv* env, jclass) {
  LOCKED;
  return env->NewStringUTF(counters_text().c_str());
}
NATIVE(void, forgetCounters)(JNIEnv*, jclass) {
  LOCKED;
  forget_counters();
}
NATIVE(void, setRequests)(JNIEnv*, jclass, jboolean on) {
  LOCKED;
  count_requests(on);
}
NATIVE(void, forgetFaults)(JNIEnv*, jclass) {
  LOCKED;
  drop_all();
  clear_faults();
}
NATIVE(void, forgetAll)(JNIEnv*, jclass) {
  LOCKED;
  reset_device();
}
NATIVE(void, setDevices)(JNIEnv*, jclass, jint count) {
  LOCKED;
  set_device_count(count);
}
NATIVE(void, setCooperating)(JNIEnv*, jclass, jint multiprocessors) {
  LOCKED;
  set_cooperating(multiprocessors);
}
NATIVE(void, setFailures)(JNIEnv* env, jclass, jstring text) {
  LOCKED;
  const char* chars = env->GetStringUTFChars(text, nullptr);
  set_failures(chars);
  env->ReleaseStringUTFChars(text, chars);
}
NATIVE(void, setMemory)(JNIEnv*, jclass, jlong bytes) {
  LOCKED;
  set_total_bytes((size_t)bytes);
}
