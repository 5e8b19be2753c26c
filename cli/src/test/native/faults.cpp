// To be preloaded: counts the calls that make files last, and lets one of them fail or end the
// process. LFM_FAULT_AT is its number, from 1; LFM_FAULT is "error" or "kill"; the number of calls so
// far is the length of the file LFM_FAULT_COUNT.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int calls;

// Whether this call is to fail.
static bool faulty() {
  int call = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
  const char *count = getenv("LFM_FAULT_COUNT");
  if (count) {
    int file = open(count, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (file < 0 || write(file, ".", 1) != 1) abort();
    close(file);
  }
  const char *at = getenv("LFM_FAULT_AT");
  const char *kind = getenv("LFM_FAULT");
  if (!at || !kind || atoi(at) != call) return false;
  if (strcmp(kind, "kill") == 0) kill(getpid(), SIGKILL);
  errno = EIO;
  return true;
}

template <typename Function> static Function real(const char *name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

extern "C" {

int fsync(int file) { return faulty() ? -1 : real<int (*)(int)>("fsync")(file); }

int fdatasync(int file) { return faulty() ? -1 : real<int (*)(int)>("fdatasync")(file); }

int rename(const char *from, const char *to) noexcept {
  return faulty() ? -1 : real<int (*)(const char *, const char *)>("rename")(from, to);
}

}
