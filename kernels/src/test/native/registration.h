// Reads a kernel's arguments off the type of its function. The build writes, for each .cu file, one
// that includes it and then says SOFTCUDA_KERNEL for each of its kernels. The standard library's
// headers are left out: they would take most of the time that a kernel compiles in.
#pragma once

namespace softcuda {

struct ArgumentType {
  const char* type; // as PTX writes it: u64, u32, f32, f64; b8 for a struct
  unsigned size, alignment;
};

void add_kernel(
    const char* name, const char* file, const ArgumentType* arguments, unsigned count,
    void (*call)(void (*)(), const char*), void (*function)());

template <class T> struct Ptx { static constexpr const char* type = "b8"; };
template <class T> struct Ptx<T*> { static constexpr const char* type = "u64"; };
#define SOFTCUDA_PTX(T, name) \
  template <> struct Ptx<T> { static constexpr const char* type = name; };
SOFTCUDA_PTX(float, "f32")
SOFTCUDA_PTX(double, "f64")
SOFTCUDA_PTX(char, "u8")
SOFTCUDA_PTX(unsigned char, "u8")
SOFTCUDA_PTX(bool, "u8")
SOFTCUDA_PTX(short, "u16")
SOFTCUDA_PTX(unsigned short, "u16")
SOFTCUDA_PTX(int, "u32")
SOFTCUDA_PTX(unsigned, "u32")
SOFTCUDA_PTX(long, "u64")
SOFTCUDA_PTX(unsigned long, "u64")
SOFTCUDA_PTX(long long, "u64")
SOFTCUDA_PTX(unsigned long long, "u64")

// The offset of argument `which` in the packed buffer.
template <class... A> constexpr unsigned offset_of(int which) {
  const unsigned size[] = {sizeof(A)..., 0}, alignment[] = {alignof(A)..., 1};
  unsigned at = 0;
  for (int i = 0;; i++) {
    at = (at + alignment[i] - 1) / alignment[i] * alignment[i];
    if (i == which) {
      return at;
    }
    at += size[i];
  }
}

template <int... I> struct Numbers {};

// One call is one thread: the index words are `const` functions, and a loop here would ask once.
template <class... A, int... I>
__attribute__((no_sanitize("thread"))) void call_with(
    void (*function)(A...), const char* arguments, Numbers<I...>) {
  (void)arguments;
  function(*(const A*)(arguments + offset_of<A...>(I))...);
}

template <class... A>
__attribute__((no_sanitize("thread"))) void call(void (*function)(), const char* arguments) {
  call_with((void (*)(A...))function, arguments, Numbers<__integer_pack(int(sizeof...(A)))...>());
}

template <class... A>
__attribute__((no_sanitize("thread"))) bool registered(
    const char* name, const char* file, void (*function)(A...)) {
  static const ArgumentType arguments[] = {
      {Ptx<A>::type, (unsigned)sizeof(A), (unsigned)alignof(A)}..., {"", 0, 0}};
  add_kernel(name, file, arguments, sizeof...(A), &call<A...>, (void (*)())function);
  return true;
}

} // namespace softcuda

#define SOFTCUDA_KERNEL(name, file) \
  [[maybe_unused]] static const bool softcuda_##name = softcuda::registered(#name, file, name);
