# Functions of the launchers (lfm, bench/run, and bin/lfm of a distribution), which source this file: finding
# Java, building, JVM options. The caller sets `name`, the prefix of error messages, and `home`, the repository.
# Every process that they start takes about a millisecond of each start of lfm: files are read by the shell itself.
# shellcheck shell=sh

fail() {
  echo "$name: $1" >&2
  exit "${2:-1}"
}

# Sets `java`, and `release`: the file that describes this Java, if there is one.
find_java() {
  if [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
    [ -x "$java" ] || fail "JAVA_HOME is $JAVA_HOME, but it has no bin/java; set it to a JDK of version 17 or later"
  else
    java=$(command -v java) || fail "no java found; install a JDK of version 17 or later, or set JAVA_HOME"
  fi
  release=$(readlink -f "$java" 2>/dev/null || echo "$java")
  release=${release%/bin/java}/release
  # Running java -version takes as long as everything else here.
  version=
  if [ -r "$release" ]; then
    # Lines are NAME="VALUE"; of the version, only the first number counts.
    while IFS='="' read -r field empty value rest; do
      [ "$field" != JAVA_VERSION ] || version=${value%%[!0-9]*}
    done <"$release"
  fi
  [ -n "$version" ] ||
    version=$("$java" -version 2>&1 | sed -n 's/^.* version "\([0-9][0-9]*\).*/\1/p' | head -n 1)
  [ "${version:-0}" -ge 17 ] ||
    fail "$java is version ${version:-unknown}; version 17 or later is needed (set JAVA_HOME)"
}

# out_of_date MODULE JAR MARK: succeeds if any source is newer than the last build.
out_of_date() {
  # A running or killed build may have left a jar without its libraries.
  { [ -f "$2" ] && [ ! -f "$3.next" ]; } || return 0
  [ -d "$home/$1/src" ] || return 1
  reference=$2
  # Maven does not touch a jar if only another module changed, so builds have a separate mark.
  [ -f "$3" ] && reference=$3
  newer=$(find "$home"/pom.xml "$home"/*/pom.xml "$home"/*/src/main -type f -newer "$reference" 2>/dev/null) || :
  [ -n "$newer" ]
}

not_writable() {
  fail "$1 cannot be written, but the build writes there; make it writable, or build in your own copy"
}

# Waits until no other build runs here: builds of all modules write into the same folders. The system
# releases the lock of a killed build once the Maven that it started has also ended.
claim_build() {
  lock=$home/target/.build.lock
  { mkdir -p "$home/target" && : >>"$lock"; } 2>/dev/null || not_writable "$home/target"
  waiting="$name: waiting for another build in $home …"
  if command -v flock >/dev/null; then
    exec 9>>"$lock"
    flock -n 9 || { echo "$waiting" >&2 && flock 9; }
    return
  fi
  # A link, which is created atomically, names the building process.
  until ln -s $$ "$lock.owner" 2>/dev/null; do
    owner=$(readlink "$lock.owner") || continue
    case $(ps -p "$owner" -o args= 2>/dev/null) in
      *lfm* | *bench/run*)
        [ -z "$waiting" ] || echo "$waiting" >&2
        waiting=
        sleep 1
        ;;
      # It was killed. Only one of the waiting processes can move its link away.
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
  command -v mvn >/dev/null || fail "Maven (mvn) is needed to build, but was not found; install version 3.8 or later"
  claim_build
  # Another process may have built it meanwhile.
  if ! out_of_date "$@"; then
    release_build
    return 0
  fi
  echo "$name: building (once) in $home; the first time, with downloads, takes one to three minutes …" >&2
  built=$home/$1/target
  # Create the mark before the build: sources edited meanwhile are built next time.
  { mkdir -p "$built" && : >"$3.next"; } 2>/dev/null || not_writable "$built"
  # Maven 3.8 writes colour escapes even to files; print the log only on failure.
  log=$built/.build.log
  escape=$(printf '\033')
  if ! (cd "$home" && mvn -q -B -DskipTests -pl "$1" -am package </dev/null) >"$log" 2>&1; then
    sed "s/$escape\[[0-9;]*m//g" "$log" >&2
    fail "the build failed"
  fi
  mv "$3.next" "$3"
  release_build
}

# Sets `archive` to the class-data archive of `jar` (class-data.xml), or to nothing if this Java did not
# create one from this jar. The JVM checks this too, but would then also drop its own archive.
find_archive() {
  archive=${jar%.jar}.jsa
  { [ "$archive" -nt "$jar" ] && cmp -s "$release" "$archive.release"; } || archive=
}

# Sets `kib` to the memory of the machine or container, or to nothing if the system does not report it.
find_memory() {
  kib=
  if [ -r /proc/meminfo ]; then
    while read -r field kib unit; do
      [ "$field" != MemTotal: ] || break
    done </proc/meminfo
    for limit in /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes; do
      bytes=
      { [ -r "$limit" ] && read -r bytes <"$limit"; } || [ -n "$bytes" ] || continue
      case $bytes in
        '' | *[!0-9]*) ;;
        *) [ $((bytes / 1024)) -ge "$kib" ] || kib=$((bytes / 1024)) ;;
      esac
    done
  elif bytes=$(sysctl -n hw.memsize 2>/dev/null); then
    kib=$((bytes / 1024))
  fi
}

# Sets `options`, a list of JVM options.
find_options() {
  # Data are outside the Java heap: allow them nearly all memory. If the memory is unknown, the JVM's
  # default limit stays.
  find_memory
  options=
  [ -z "$kib" ] || options=-XX:MaxDirectMemorySize=$((kib / 10 * 9))k
  # The serial collector starts fastest and has little to do: the work is off the heap.
  # JavaCPP's memory limits count mapped files and would stop large fits.
  options="$options -XX:+UseSerialGC -Xshare:auto"
  options="$options -Dorg.bytedeco.javacpp.maxBytes=0 -Dorg.bytedeco.javacpp.maxPhysicalBytes=0"

  # Java takes the encoding of file names and arguments from the locale. In an ASCII locale it refuses
  # all other names: the plain C locale, common in containers, and the fallback for a locale that is
  # not installed.
  case $(locale charmap 2>/dev/null || echo "${LC_ALL:-${LC_CTYPE:-${LANG:-C}}}") in
    ANSI_X3.4-1968 | US-ASCII | 646 | C | POSIX)
      # Where the system lacks this locale, another one; some shells warn when it is set.
      if [ "$(LC_ALL=C.UTF-8 locale charmap 2>/dev/null)" = UTF-8 ]; then
        LC_ALL=C.UTF-8
      else
        LC_ALL=$(locale -a 2>/dev/null | grep -i '^\(C\|en_US\)\.utf-\{0,1\}8$' | head -n 1)
      fi
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

  # Help and versions are over before the better of Java's two compilers wins back what it takes.
  for word in "$@"; do
    case $word in
      --) break ;;
      --help | -h | --version | -V)
        options="$options -XX:TieredStopAtLevel=1"
        break
        ;;
    esac
  done

  # Plug-ins are on the class path with the jar, whose class-data archive is then of no use.
  plugin=
  for each in "$home"/plugins/*.jar; do
    [ ! -e "$each" ] || plugin=$each
  done
  if [ -n "$plugin" ]; then
    set -- -cp "$jar:$home/plugins/*" org.latentfeature.cli.Lfm "$@"
    archive=
  else
    set -- -jar "$jar" "$@"
  fi

  # shellcheck disable=SC2086 # these two are lists of options, or nothing
  exec "$java" $options -Dlfm.terminal=$terminal -Dlfm.columns="$columns" \
    ${archive:+"-XX:SharedArchiveFile=$archive" "-Xlog:cds*=off"} ${LFM_JAVA_OPTS:-} "$@"
}
