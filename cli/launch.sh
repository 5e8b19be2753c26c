# What the launchers (lfm, bench/run, and bin/lfm of a distribution) share, read by each with ".": finding
# Java, the build, and the options to run with. They set `name`, which errors begin with, and `home`,
# the repository.
# shellcheck shell=sh

fail() {
  echo "$name: $1" >&2
  exit "${2:-1}"
}

# Sets `java`, and `release`: the file that says what Java this is, where it is to be found.
find_java() {
  if [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
    [ -x "$java" ] || fail "JAVA_HOME is $JAVA_HOME, and there is no bin/java in it"
  else
    java=$(command -v java) || fail "no java found; install a JDK of version 17 or later, or set JAVA_HOME"
  fi
  release=$(readlink -f "$java" 2>/dev/null || echo "$java")
  release=${release%/bin/java}/release
  # To ask Java itself takes as long as all else here.
  version=$(sed -n 's/^JAVA_VERSION="\([0-9][0-9]*\).*/\1/p' "$release" 2>/dev/null) || :
  [ -n "$version" ] ||
    version=$("$java" -version 2>&1 | sed -n 's/^.* version "\([0-9][0-9]*\).*/\1/p' | head -n 1)
  [ "${version:-0}" -ge 17 ] ||
    fail "$java is version ${version:-unknown}; version 17 or later is needed (set JAVA_HOME)"
}

# out_of_date MODULE JAR MARK: whether any source is newer than the last build.
out_of_date() {
  # A build that still runs, or was killed, may have left a jar without its libraries.
  { [ -f "$2" ] && [ ! -f "$3.next" ]; } || return 0
  [ -d "$home/$1/src" ] || return 1
  reference=$2
  # Maven leaves a jar untouched when only another module changed, so the last build has its own mark.
  [ -f "$3" ] && reference=$3
  newer=$(find "$home"/pom.xml "$home"/*/pom.xml "$home"/*/src/main -type f -newer "$reference" \
    2>/dev/null | head -n 1)
  [ -n "$newer" ]
}

not_writable() {
  fail "$1 cannot be written, and the build goes there; make it writable, or build in a copy of your own"
}

# Waits until no other build runs here: those of all modules write into the same folders. The system
# gives up the lock of a build that is killed, as soon as the Maven that it started has ended, too.
claim_build() {
  lock=$home/target/.build.lock
  { mkdir -p "$home/target" && : >>"$lock"; } 2>/dev/null || not_writable "$home/target"
  waiting="$name: waiting for another build in $home …"
  if command -v flock >/dev/null; then
    exec 9>>"$lock"
    flock -n 9 || { echo "$waiting" >&2 && flock 9; }
    return
  fi
  # A link, which is made in one step, names the process that builds.
  until ln -s $$ "$lock.owner" 2>/dev/null; do
    owner=$(readlink "$lock.owner") || continue
    case $(ps -p "$owner" -o args= 2>/dev/null) in
      *lfm* | *bench/run*)
        [ -z "$waiting" ] || echo "$waiting" >&2
        waiting=
        sleep 1
        ;;
      # It was killed. Only one of those that find this out can take its link away.
      *) mv "$lock.owner" "$lock.$$" 2>/dev/null && rm -f "$lock.$$" ;;
    esac
  done
  trap 'rm -f "$lock.owner"' EXIT
}

release_build() {
  exec 9>&-
  rm -f "$lock.owner"
  trap - EXIT
}

# build_if_needed MODULE JAR MARK
build_if_needed() {
  out_of_date "$@" || return 0
  command -v mvn >/dev/null || fail "Maven (mvn) is needed to build, and was not found; install version 3.8 or later"
  claim_build
  # Another may have built it meanwhile.
  if ! out_of_date "$@"; then
    release_build
    return 0
  fi
  echo "$name: building (once) in $home; the first time, with downloads, takes a minute or more …" >&2
  built=$home/$1/target
  # The mark is made before the build: what is edited meanwhile is built next time.
  { mkdir -p "$built" && : >"$3.next"; } 2>/dev/null || not_writable "$built"
  # Maven 3.8 writes colour escapes even where it should not; only a failure is worth showing.
  log=$built/.build.log
  escape=$(printf '\033')
  if ! (cd "$home" && mvn -q -B -DskipTests -pl "$1" -am package </dev/null) >"$log" 2>&1; then
    sed "s/$escape\[[0-9;]*m//g" "$log" >&2
    fail "the build failed"
  fi
  mv "$3.next" "$3"
  release_build
}

# Sets `archive` to that of the classes of `jar` (class-data.xml), or to nothing where there is none that
# this Java made of this jar. Java itself checks no less, but would then do without its own archive, too.
find_archive() {
  archive=${jar%.jar}.jsa
  { [ "$archive" -nt "$jar" ] && cmp -s "$release" "$archive.release"; } || archive=
}

# The memory there is, be it the machine's or the container's; nothing where the system gives no number.
memory_kib() {
  if [ -r /proc/meminfo ]; then
    kib=$(sed -n 's/^MemTotal: *\([0-9]*\) kB$/\1/p' /proc/meminfo)
    for limit in /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes; do
      [ -r "$limit" ] || continue
      bytes=$(cat "$limit")
      case $bytes in
        '' | *[!0-9]*) ;;
        *) [ $((bytes / 1024)) -ge "$kib" ] || kib=$((bytes / 1024)) ;;
      esac
    done
    echo "$kib"
  elif bytes=$(sysctl -n hw.memsize 2>/dev/null); then
    echo $((bytes / 1024))
  fi
}

# Sets `options`, a list of words for the Java machine.
find_options() {
  # Data live outside the Java heap: let them have nearly all the memory there is. Without a number
  # from the system, Java's own limit stays.
  kib=$(memory_kib)
  options=
  [ -z "$kib" ] || options=-XX:MaxDirectMemorySize=$((kib / 10 * 9))k
  # The serial collector starts fastest and has little to do; the work is off the heap.
  # JavaCPP's own memory limits count mapped files and would stop large fits.
  options="$options -XX:+UseSerialGC -Xshare:auto"
  options="$options -Dorg.bytedeco.javacpp.maxBytes=0 -Dorg.bytedeco.javacpp.maxPhysicalBytes=0"

  # Java takes the encoding of file names and arguments from the locale. In one that knows ASCII only
  # it would refuse every other name: the bare C locale, common in containers, and whatever stands in
  # for a locale that is not installed.
  case $(locale charmap 2>/dev/null || echo "${LC_ALL:-${LC_CTYPE:-${LANG:-C}}}") in
    ANSI_X3.4-1968 | US-ASCII | 646 | C | POSIX)
      LC_ALL=$(locale -a 2>/dev/null | grep -i '^\(C\|en_US\)\.utf-\{0,1\}8$' | head -n 1)
      export LC_ALL="${LC_ALL:-C.UTF-8}"
      ;;
  esac
}

# run_jar ARGUMENT...: the command line, in place of this shell.
run_jar() {
  # Only the shell can tell whether standard error is a terminal when standard output is not.
  terminal=false
  columns=80
  if [ -t 2 ]; then
    terminal=true
    columns=$(tput cols 2>/dev/null || echo 80)
  fi

  # shellcheck disable=SC2086 # these two are lists of options, or nothing
  exec "$java" $options -Dlfm.terminal=$terminal -Dlfm.columns="$columns" \
    ${archive:+"-XX:SharedArchiveFile=$archive" "-Xlog:cds*=off"} ${LFM_JAVA_OPTS:-} -jar "$jar" "$@"
}
