// cuBLAS: each operand's whole range is checked against the buffer it lies in.
#include "counters.h"
#include "driver.h"
#include "gemm.h"
#include "queue.h"
#include "region.h"

#include <map>
#include <memory>
#include <set>
#include <string>

namespace softcuda {

namespace {

constexpr int NOT_INITIALISED = 1, ALLOC_FAILED = 3, BAD_VALUE = 7, EXECUTION_FAILED = 13, UNSUPPORTED = 15;
constexpr int DO_NOT_TRANSPOSE = 0;

// What it takes of the device: to work in, unless the caller gives it a place; each function's code.
constexpr size_t WORKSPACE = (8 << 20) + (128 << 10), CODE = 64 << 10;

struct Handle {
  void* stream;
  int math_mode, pointer_mode;
  bool has_workspace;
  std::set<std::string> loaded; // functions called
  size_t taken;

  ~Handle() { give_back(taken); }
};
// Never destroyed: the report at the end of a process still asks for it.
auto& handles = *new std::map<void*, std::unique_ptr<Handle>>;

void list_handles(std::vector<std::string>& lines) {
  if (!handles.empty()) {
    lines.push_back(std::to_string(handles.size()) + " cuBLAS handle(s) not destroyed");
  }
}
[[maybe_unused]] const bool joined = (join_harness(list_handles, [] { handles.clear(); }), true);

Handle* handle_of(void* handle) {
  auto found = handles.find(handle);
  return found == handles.end() ? nullptr : found->second.get();
}

bool make_room(Handle& h, const char* call) {
  size_t need = (h.has_workspace ? 0 : WORKSPACE) + (h.loaded.count(call) ? 0 : CODE);
  if (need > 0 && !take_aside(need)) {
    return false;
  }
  h.taken += need;
  h.has_workspace = true;
  h.loaded.insert(call);
  return true;
}

int no_handle(const char* call) {
  return refuse(NOT_INITIALISED, "%s: the cuBLAS handle does not exist or was destroyed", call);
}

// A column-major matrix of the device's, or `count` of them, `stride` elements apart.
struct Operand {
  const char* name;
  uintptr_t at;
  long rows, columns, ld;
  long long stride;
  int count;
  size_t element;
};

int check(const char* call, const Operand& o) {
  if (o.ld < (o.rows > 1 ? o.rows : 1)) {
    return refuse(BAD_VALUE, "%s: the leading dimension of %s is %ld, less than its %ld rows", call,
                  o.name, o.ld, o.rows);
  }
  if (o.rows == 0 || o.columns == 0) {
    return SUCCESS;
  }
  for (int i = 0; i < o.count; i++) {
    size_t size = ((size_t)(o.columns - 1) * (size_t)o.ld + (size_t)o.rows) * o.element;
    uintptr_t at = o.at + (uintptr_t)(o.stride * i) * o.element;
    if (!within_one_buffer(at, size)) {
      return refuse(BAD_VALUE, "%s: %s, %ld x %ld with leading dimension %ld, takes %zu bytes from "
                    "%s, which is not in one live buffer of the device", call, o.name, o.rows,
                    o.columns, o.ld, size, describe(at).c_str());
    }
  }
  return SUCCESS;
}

bool written(const char* call, const Operand& o) {
  for (int i = 0; i < o.count && o.rows > 0; i++) {
    for (long j = 0; j < o.columns; j++) {
      uintptr_t column = o.at + ((uintptr_t)(o.stride * i) + (uintptr_t)(j * o.ld)) * o.element;
      size_t size = (size_t)o.rows * o.element, at = first_unwritten(column, size);
      if (at < size) {
        break_device(ILLEGAL_ADDRESS, std::string(call) + ": reads " + o.name + "[" +
                     std::to_string(at / o.element) + "," + std::to_string(j) + "] at " +
                     describe(column + at) + ", which was never written");
        return false;
      }
    }
  }
  return true;
}

void now_written(const Operand& o) {
  for (int i = 0; i < o.count; i++) {
    for (long j = 0; j < o.columns; j++) {
      mark_written(o.at + ((uintptr_t)(o.stride * i) + (uintptr_t)(j * o.ld)) * o.element,
                   (size_t)o.rows * o.element);
    }
  }
}

template <class T> View<T> view(uintptr_t at, long ld, bool transposed) {
  return {(const T*)at, transposed ? (size_t)ld : 1, transposed ? 1 : (size_t)ld};
}

struct Product {
  int trans_a, trans_b, m, n, k;
  long long stride_a, stride_b, stride_c;
  int count;
};

int scalars(const char* call, const Handle& h, const void* alpha, const void* beta) {
  if (h.pointer_mode != 0) {
    return refuse(UNSUPPORTED, "%s: scalars in device memory are not supported here", call);
  }
  if (!alpha || !beta || in_device_space((uintptr_t)alpha) || in_device_space((uintptr_t)beta)) {
    return refuse(BAD_VALUE, "%s: alpha and beta must be host pointers", call);
  }
  return SUCCESS;
}

template <class T>
int gemm(const char* call, void* handle, const Product& p, const T* alpha, const T* a, int lda,
         const T* b, int ldb, const T* beta, T* c, int ldc) {
  std::lock_guard<std::recursive_mutex> guard(device_lock());
  Handle* h = handle_of(handle);
  if (!h) {
    return no_handle(call);
  }
  if (broken()) {
    return EXECUTION_FAILED;
  }
  if (int code = failure_of(call)) {
    return code;
  }
  if (p.m < 0 || p.n < 0 || p.k < 0 || p.count < 0) {
    return refuse(BAD_VALUE, "%s: m = %d, n = %d, k = %d, count = %d", call, p.m, p.n, p.k, p.count);
  }
  if (int code = scalars(call, *h, alpha, beta)) {
    return code;
  }
  bool ta = p.trans_a != DO_NOT_TRANSPOSE, tb = p.trans_b != DO_NOT_TRANSPOSE;
  Operand A{"A", (uintptr_t)a, ta ? p.k : p.m, ta ? p.m : p.k, lda, p.stride_a, p.count, sizeof(T)};
  Operand B{"B", (uintptr_t)b, tb ? p.n : p.k, tb ? p.k : p.n, ldb, p.stride_b, p.count, sizeof(T)};
  Operand C{"C", (uintptr_t)c, p.m, p.n, ldc, p.stride_c, p.count, sizeof(T)};
  for (const Operand* o : {&A, &B, &C}) {
    if (int code = check(call, *o)) {
      return code;
    }
  }
  if (p.count > 1 && p.stride_c < (long long)ldc * (p.n - 1) + p.m) {
    return refuse(BAD_VALUE, "%s: the stride of C is %lld, its matrices overlap", call, p.stride_c);
  }
  if (!make_room(*h, call)) {
    return ALLOC_FAILED;
  }
  counters.blas[call].calls++;
  counters.blas[call].flops += 2ull * p.m * p.n * p.k * p.count;
  Stream* stream = stream_of(h->stream);
  if (!stream) {
    return refuse(BAD_VALUE, "%s: the handle's stream was destroyed", call);
  }
  T al = *alpha, be = *beta;
  enqueue(stream, [=] {
    if (!written(call, A) || !written(call, B) || (be != 0 && !written(call, C))) {
      return;
    }
    for (int i = 0; i < p.count; i++) {
      multiply<T>((size_t)p.m, (size_t)p.n, (size_t)p.k, al,
                  view<T>(A.at + (uintptr_t)(p.stride_a * i) * sizeof(T), lda, ta),
                  view<T>(B.at + (uintptr_t)(p.stride_b * i) * sizeof(T), ldb, tb), be,
                  c + p.stride_c * i, (size_t)ldc);
    }
    now_written(C);
  });
  return SUCCESS;
}

} // namespace
} // namespace softcuda

using namespace softcuda;

#define LOCKED std::lock_guard<std::recursive_mutex> guard(device_lock())
#define HANDLE(call)              \
  LOCKED;                         \
  Handle* h = handle_of(handle);  \
  if (!h) {                       \
    return no_handle(call);       \
  }

extern "C" {

int cublasCreate_v2(void** handle) {
  LOCKED;
  if (ready_for_call()) {
    return NOT_INITIALISED;
  }
  if (int code = failure_of("cublasCreate")) {
    return code;
  }
  auto made = std::make_unique<Handle>();
  *handle = made.get();
  handles[made.get()] = std::move(made);
  return SUCCESS;
}

int cublasDestroy_v2(void* handle) {
  HANDLE("cublasDestroy")
  if (Stream* stream = stream_of(h->stream)) {
    run_until(stream);
  }
  handles.erase(handle);
  return SUCCESS;
}

int cublasSetStream_v2(void* handle, void* stream) {
  HANDLE("cublasSetStream")
  if (!stream_of(stream)) {
    return refuse(BAD_VALUE, "cublasSetStream: the stream does not exist or was destroyed");
  }
  h->stream = stream;
  h->has_workspace = false; // as cuBLAS's documentation has it: back to its own
  return SUCCESS;
}

int cublasGetStream_v2(void* handle, void** stream) {
  HANDLE("cublasGetStream")
  *stream = h->stream;
  return SUCCESS;
}

int cublasGetVersion_v2(void*, int* version) {
  *version = SOFTCUDA_CUBLAS;
  return SUCCESS;
}

int cublasGetProperty(int property, int* value) {
  const int parts[] = {SOFTCUDA_CUBLAS / 10000, SOFTCUDA_CUBLAS / 100 % 100, SOFTCUDA_CUBLAS % 100};
  if (property < 0 || property > 2) {
    return BAD_VALUE;
  }
  *value = parts[property];
  return SUCCESS;
}

int cublasSetMathMode(void* handle, int mode) {
  HANDLE("cublasSetMathMode")
  h->math_mode = mode;
  return SUCCESS;
}

int cublasGetMathMode(void* handle, int* mode) {
  HANDLE("cublasGetMathMode")
  *mode = h->math_mode;
  return SUCCESS;
}

int cublasSetPointerMode_v2(void* handle, int mode) {
  HANDLE("cublasSetPointerMode")
  h->pointer_mode = mode;
  return SUCCESS;
}

int cublasGetPointerMode_v2(void* handle, int* mode) {
  HANDLE("cublasGetPointerMode")
  *mode = h->pointer_mode;
  return SUCCESS;
}

int cublasSetWorkspace_v2(void* handle, void* workspace, size_t size) {
  HANDLE("cublasSetWorkspace")
  if (size > 0 && !within_one_buffer((uintptr_t)workspace, size)) {
    return refuse(BAD_VALUE, "cublasSetWorkspace: %zu bytes from %s are not in one live buffer of "
                  "the device", size, describe((uintptr_t)workspace).c_str());
  }
  h->has_workspace = size > 0;
  return SUCCESS;
}

int cublasSgemm_v2(
    void* handle, int ta, int tb, int m, int n, int k, const float* alpha, const float* a, int lda,
    const float* b, int ldb, const float* beta, float* c, int ldc) {
  return gemm<float>("cublasSgemm", handle, {ta, tb, m, n, k, 0, 0, 0, 1}, alpha, a, lda, b, ldb,
                     beta, c, ldc);
}

int cublasDgemm_v2(
    void* handle, int ta, int tb, int m, int n, int k, const double* alpha, const double* a,
    int lda, const double* b, int ldb, const double* beta, double* c, int ldc) {
  return gemm<double>("cublasDgemm", handle, {ta, tb, m, n, k, 0, 0, 0, 1}, alpha, a, lda, b, ldb,
                      beta, c, ldc);
}

int cublasSgemmStridedBatched(
    void* handle, int ta, int tb, int m, int n, int k, const float* alpha, const float* a, int lda,
    long long stride_a, const float* b, int ldb, long long stride_b, const float* beta, float* c,
    int ldc, long long stride_c, int count) {
  return gemm<float>("cublasSgemmStridedBatched", handle,
                     {ta, tb, m, n, k, stride_a, stride_b, stride_c, count}, alpha, a, lda, b, ldb,
                     beta, c, ldc);
}

// C <- alpha op(A) op(A)' + beta C, of which only one triangle is read and written.
int cublasDsyrk_v2(
    void* handle, int uplo, int trans, int n, int k, const double* alpha, const double* a, int lda,
    const double* beta, double* c, int ldc) {
  HANDLE("cublasDsyrk")
  const char* call = "cublasDsyrk";
  if (broken()) {
    return EXECUTION_FAILED;
  }
  if (int code = failure_of(call)) {
    return code;
  }
  if (n < 0 || k < 0) {
    return refuse(BAD_VALUE, "%s: n = %d, k = %d", call, n, k);
  }
  if (int code = scalars(call, *h, alpha, beta)) {
    return code;
  }
  bool t = trans != DO_NOT_TRANSPOSE, upper = uplo == 1;
  Operand A{"A", (uintptr_t)a, t ? k : n, t ? n : k, lda, 0, 1, sizeof(double)};
  Operand C{"C", (uintptr_t)c, n, n, ldc, 0, 1, sizeof(double)};
  for (const Operand* o : {&A, &C}) {
    if (int code = check(call, *o)) {
      return code;
    }
  }
  if (!make_room(*h, call)) {
    return ALLOC_FAILED;
  }
  counters.blas[call].calls++;
  counters.blas[call].flops += (uint64_t)n * (uint64_t)(n + 1) * (uint64_t)k;
  double al = *alpha, be = *beta;
  Stream* stream = stream_of(h->stream);
  if (!stream) {
    return refuse(BAD_VALUE, "%s: the handle's stream was destroyed", call);
  }
  enqueue(stream, [=] {
    size_t size = (size_t)n;
    std::vector<double> full(size * size);
    multiply<double>(size, size, (size_t)k, al, view<double>(A.at, lda, t),
                     view<double>(A.at, lda, !t), 0, full.data(), size);
    if (!written(call, A)) {
      return;
    }
    for (int j = 0; j < n; j++) {
      // The part of column j that lies in the triangle.
      int first = upper ? 0 : j, last = upper ? j + 1 : n;
      Operand part{"C", (uintptr_t)(c + (size_t)j * (size_t)ldc + first), last - first, 1, ldc, 0, 1,
                   sizeof(double)};
      if (be != 0 && !written(call, part)) {
        return;
      }
      for (int i = first; i < last; i++) {
        double& out = c[(size_t)j * (size_t)ldc + i];
        out = full[(size_t)j * size + i] + (be == 0 ? 0 : be * out);
      }
      now_written(part);
    }
  });
  return SUCCESS;
}
}
