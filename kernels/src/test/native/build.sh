#!/bin/sh
# Builds the software CUDA device: build.sh OUT JNI INCLUDE
#   OUT      the folder of the two libraries; - compiles their objects alone
#   JNI      the folder of JCuda's JNI libraries, whose imports tell which entry points there must be
#   INCLUDE  the folder of jni.h
# Objects are kept in target/objects, by the hash of their source: the module of this folder compiles them
# while the engine, on which nothing here depends, is compiled.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$1 jni=$2 include=$3
set -- "$here"/*/*.cu "$here"/../../main/cuda/*.cu
objects=$here/target/objects
mkdir -p "$objects"
[ "$out" = - ] || mkdir -p "$out"
work=$(mktemp -d "$objects/work.XXXXXX")
trap 'rm -rf "$work"' EXIT

base="-std=c++17 -fPIC -g1 -gdwarf-4 -Wall -Wextra -fno-strict-aliasing -fno-semantic-interposition"
cold="$base -O1"
hot="$base -O2"
blas="$base -O3 -march=native"
# Products and sums are rounded one by one, so that every machine finds the same numbers.
kernel="$base -O1 -fno-tree-sra -ffp-contract=off -fsanitize=thread --param tsan-instrument-func-entry-exit=0
  -Wno-unused-parameter -Wno-unknown-pragmas"
# Any kernel file may include what lies beside any other.
folders=$(for source in "$@"; do dirname "$source"; done | sort -u)
for folder in $folders; do kernel="$kernel -I $folder"; done
headers=$(cat "$here"/*.h | cksum)
compiler=$(g++ --version | head -n 1; grep -m 1 'model name' /proc/cpuinfo || true)

# compile NAME FLAGS SOURCE HASHED...: the object's path in $object. Renamed into place, since another
# build may be writing the same.
compile() {
  name=$1 flags=$2 source=$3
  shift 3
  key=$({ echo "$compiler $flags $headers"; cat "$source" "$@"; } | sha256sum | cut -c 1-24)
  object=$objects/$name-$key.o
  if [ ! -f "$object" ]; then
    # shellcheck disable=SC2086 # lists of words
    g++ $flags -I "$here" -I "$include" -I "$include/linux" -c "$source" -o "$work/$name.o"
    mv "$work/$name.o" "$object"
  fi
}

# What JCuda imports and nobody defines answers "not supported". stubs LIBRARY PREFIX CODE OBJECTS...
stubs() {
  library=$1 prefix=$2 code=$3
  shift 3
  nm -D --undefined-only "$library" | sed -n "s/.* U \($prefix[A-Za-z0-9_]*\).*/\1/p" |
    sort -u >"$work/wanted"
  nm --defined-only "$@" | sed -n "s/.* T \($prefix[A-Za-z0-9_]*\)$/\1/p" | sort -u >"$work/had"
  echo 'extern "C" int softcuda_unsupported(const char*, int);'
  comm -23 "$work/wanted" "$work/had" | while read -r name; do
    echo "extern \"C\" int $name() { return softcuda_unsupported(\"$name\", $code); }"
  done
}

# together NAME FLAGS FILE...: files as one, which costs what the standard library's headers cost once.
together() {
  name=$1 flags=$2
  shift 2
  for file in "$@"; do echo "#include \"$file.cpp\""; done >"$work/$name.cpp"
  # shellcheck disable=SC2046
  compile "$name" "$flags" "$work/$name.cpp" $(for file in "$@"; do echo "$here/$file.cpp"; done)
}

together checks "$hot" block check copies requests warps atomics fibers
cuda=$object
together driver "$cold" contexts counters faults harness kernels memory modules ptx region shared streams
cuda="$cuda $object"
compile gemm "$blas" "$here/gemm.cpp"
cublas=$object
cublas13=$cublas
compile cublas "$cold -DSOFTCUDA_CUBLAS=120600" "$here/cublas.cpp"
cublas="$cublas $object"
compile cublas13 "$cold -DSOFTCUDA_CUBLAS=130000" "$here/cublas.cpp"
cublas13="$cublas13 $object"

for source in "$@"; do
  name=$(basename "$source" .cu)
  {
    echo "#include \"registration.h\""
    echo "#include \"$name.cu\""
    sed -n 's/^KERNEL\(_OF([0-9]*)\)\{0,1\}  *\(__launch_bounds__([^)]*) *\)\{0,1\}\([A-Za-z0-9_]*\).*/\3/p' "$source" |
      while read -r found; do
        echo "SOFTCUDA_KERNEL($found, \"$name.cu\")"
      done
  } >"$work/$name.cu.cpp"
  # shellcheck disable=SC2046,SC2086
  compile "$name.cu" "$kernel" "$work/$name.cu.cpp" "$source" $(find $folders -name '*.cuh')
  cuda="$cuda $object"
done
[ "$out" != - ] || exit 0

# shellcheck disable=SC2086
{
  stubs "$(ls "$jni"/libJCudaDriver*)" cu 801 $cuda >"$work/cuda_stubs.cpp"
  stubs "$(ls "$jni"/libJCublas2*)" cublas 15 $cublas >"$work/cublas_stubs.cpp"
  compile cuda_stubs "$base -O0 -g0" "$work/cuda_stubs.cpp"
  cuda="$cuda $object"
  compile cublas_stubs "$base -O0 -g0" "$work/cublas_stubs.cpp"
  cublas="$cublas $object"
  g++ -shared -Wl,-z,defs -Wl,-Bsymbolic -Wl,-soname,libcuda.so.1 -o "$out/libcuda.so.1" $cuda
  g++ -shared -Wl,-z,defs -Wl,-soname,libcublas.so.12 -Wl,--version-script="$here/cublas.map" \
    -Wl,-rpath,'$ORIGIN' -o "$out/libcublas.so.12" $cublas "$out/libcuda.so.1"
  # Machines with CUDA 13 alone: with versions of its symbols, and without any.
  mkdir -p "$out/cuda13" "$out/plain13"
  sed 's/so\.12/so.13/' "$here/cublas.map" >"$work/cublas13.map"
  g++ -shared -Wl,-z,defs -Wl,-soname,libcublas.so.13 -Wl,--version-script="$work/cublas13.map" \
    -o "$out/cuda13/libcublas.so.13" $cublas13 "$out/libcuda.so.1"
  g++ -shared -Wl,-z,defs -Wl,-soname,libcublas.so.13 \
    -o "$out/plain13/libcublas.so.13" $cublas13 "$out/libcuda.so.1"
}
# The shared variables of the kernels: address, size, name. Written last: see SoftwareDeviceBuild.
objdump -t "$out/libcuda.so.1" |
  sed -n 's/^\([0-9a-f]*\) .* softcuda_shared[[:space:]]*\([0-9a-f]*\) *\(_Z[^ ]*\)$/\1 \2 \3/p' \
    >"$out/libcuda.so.1.shared"
for folder in cuda13 plain13; do
  ln -sf ../libcuda.so.1 ../libcuda.so.1.shared "$out/$folder"
done
