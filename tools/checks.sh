# shellcheck shell=bash
# Which checks `dev test` runs, where and in which order. Each test has one turn (tools/choose_tests): it compiles no
# kernel, or a change touches it, or there was no time for it the last time, or the day has chosen it, or it is of the
# rest. Sourced by dev.
# shellcheck disable=SC2154  # the lists of packages and $changed_record, which dev has from the other files

checks_left=()  # what there was no time for: a place and a test, or `step` and a name
checks_touched=({ops,uses,memory}:touched:{1,2,3,4}/4)
checks_today=(ops:today:1/1 uses:today:1/1 rusticl intel oclgrind rusticl-memory memory:today:1/1)
checks_rest=(ops:rest:{1..8}/8 uses:rest:{1..6}/6 memory:rest:{1..6}/6 oclgrind-{1,2} rusticl-{1..7} tidy fuzz apart)

checks_setup() {
  need "${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}" "${lint_packages[@]}" "${clean_machine_packages[@]}"
  need_python "${python_modules[@]}"
  mkdir -p build
  need_python "${intel_modules[@]}" >build/intel-modules.log 2>&1 & # is there before the build ends
  checks_modules=$!
  export LENSLET_DEVICE=${LENSLET_DEVICE:-pocl} LENSLET_CACHE_DIR=$PWD/build/test-cache
  export LENSLET_DATA_DIR=$PWD/build/test-data  # no test looks at what the user has tuned
  rm -rf "$LENSLET_DATA_DIR"
  changed_find
}

checks_build() {
  step "build: check" build check "$@"
}

# Of the preset `asan` half of the build: it has line numbers, too, and checks of pointers that AddressSanitizer makes.
checks_build_asan() {
  step "build: asan" build asan -DLENSLET_TESTS_OF=memory -DLENSLET_STUDIES=OFF -DLENSLET_LISTINGS=OFF -DLENSLET_EXAMPLES=OFF -DLENSLET_CLI=OFF -DLENSLET_MPI=OFF -DLENSLET_PYTHON_MODULE=OFF \
    -DLENSLET_GL=OFF -DLENSLET_VULKAN=OFF -DLENSLET_CHECK_KERNELS=OFF \
    "-DLENSLET_SANITIZE_NOT=vptr,null,alignment,object-size,pointer-overflow" -DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-Og
}

# in_place PLACE COMMAND...: with the variables of the place. The cache is off, as PoCL compiles a kernel for a binary that
# others can load, and again for the launch, and keeps the latter by itself. Where something other than kernels' results is
# looked at, PoCL compiles without optimization, in half of the time. Under sanitizers an open driver of another device
# takes most tests as long as all else.
in_place() {
  local place=$1
  shift
  case $place in
    ops) LENSLET_CACHE=off "$@" ;;
    uses) LENSLET_CACHE=off POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable "$@" ;;
    memory) LENSLET_CACHE=off POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable only_pocl "$@" ;;
  esac
}

# Where PoCL is the device, other drivers are not opened.
only_pocl() {
  local driver=/etc/OpenCL/vendors/pocl.icd
  if [ "$LENSLET_DEVICE" = pocl ] && [ -f $driver ]; then OCL_ICD_VENDORS=$driver "$@"; else "$@"; fi
}

# choose PLACE TURN [OPTION...]
choose() {
  ctest --preset "$(preset_of "$1")" --show-only=json-v1 2>/dev/null |
    tools/choose_tests "$@" --day "$LENSLET_DAY" --changed build/changed.txt --left "$changed_record/left"
}

preset_of() { if [ "$1" = memory ]; then echo asan; else echo check; fi; }

# turn_step PLACE TURN CHUNK: the place's tests that have this turn. Under sanitizers twice where one fails: now and then
# LeakSanitizer itself crashes as a process ends ("Tracer caught signal 11").
turn_step() {
  local again=() numbers
  [ "$1" != memory ] || again=(--repeat until-pass:2)
  numbers=$(choose "$1" "$2" --chunk "$3") || { steps_fail "$1, $2 $3: the tests could not be listed"; return 0; }
  [ -n "$numbers" ] || return 0
  in_place "$1" ctest_step "pocl: $1, $2 $3" "$(preset_of "$1")" "${again[@]}" -I "$numbers"
}

# plain_step PLACE [--all]: those that compile no kernel. A layer ends a program that does, and writes it down.
plain_step() {
  local preset folder=release numbers marks=$PWD/build/kernel-marks.txt
  preset=$(preset_of "$1")
  [ "$preset" = check ] || folder=$preset
  rm -f "$marks"
  if ! numbers=$(choose "$1" plain "${@:2}") || [ -z "$numbers" ]; then
    steps_fail "$preset: the tests could not be listed"
    return 0
  fi
  [ -f "build/$folder/tests/libno_kernels.so" ] || { steps_fail "$preset: build/$folder/tests has no layer no_kernels"; return 0; }
  OPENCL_LAYERS=$PWD/build/$folder/tests/libno_kernels.so LENSLET_KERNEL_MARKS=$marks \
    in_place "$1" ctest_step "$preset: what compiles no kernel" "$preset" -I "$numbers"
  [ ! -s "$marks" ] || steps_fail "tests/kernel_tests.txt does not name what compiles a kernel: $(sort -u "$marks" | head -n 5 | cut -c 1-300)"
}

# other_step NAME: what is no turn of a place of PoCL's: the same tests elsewhere, once, where they say most.
other_step() {
  local part=$((LENSLET_DAY % 8)) filters='(gaussian|filter2d|gradient|erode|mean|sharpen)'
  local devices='^(DeviceTest|Divide|Events|ImageObjects|MemoryInfo|Queues|UseCheck|MappingTest|OpenClSession|OrderTest|Padding|ProgramTest|QueueTest|Scratch|SubDeviceTest|UnevenGroupsTest)[.]'
  local intel='Harness[.].*gaussian_'$part'|^capabilities[.]|EveryStudy[.].*edges|codec_tests[.]encode|BundleSession|cli[.]run[.](foreign_bundle|spirv_kernel)|UnevenGroups'
  case $1 in
    rusticl) on_rusticl ctest_step rusticl check -R "Harness[.].*${filters}_$part|Arrays[.].*/(sum|sort)_|^(example|knn)[.]" ;;
    rusticl-?) on_rusticl ctest_step "rusticl: the part of ${1#rusticl-} days on" check -R "Harness[.].*${filters}_$(((part + ${1#rusticl-}) % 8))" ;;
    rusticl-memory) LENSLET_CACHE=on ctest_step "rusticl: unit tests" asan-rusticl -R "$devices|Limits[.]OfOneStorage|TuneTest[.](AHanging|AWrong|AScheduleThat|TriesEvery|StopsIn)" ;;
    intel) checks_have_modules && on_intel_cpu ctest_step "Intel's runtime for CPUs" check -R "$intel" ;;
    oclgrind) oclgrind_steps ;;
    tidy) tidy_step ;;
    apart) apart_steps ;;
    fuzz)
      step "build: fuzz" build fuzz
      step "fuzz: a look at each target" tests/fuzz/run 5
      ;;
    oclgrind-?) LENSLET_DAY=$((LENSLET_DAY + ${1#oclgrind-})) step "oclgrind: ops of ${1#oclgrind-} days on" tests/oclgrind/run build/release/tool/lenslet ops ;;
  esac
}

# Without an installed core each component fails, and says nothing of itself.
apart_steps() {
  local house houses failed=$steps_failed
  step "apart: core" tests/install/apart core
  [ "$steps_failed" = "$failed" ] || return 0
  houses=$(tests/install/apart --list) || { steps_fail "apart: which components there are"; return; }
  for house in $houses; do step "apart: $house" tests/install/apart "$house"; done
}

on_rusticl() { RUSTICL_ENABLE=llvmpipe LENSLET_DEVICE=rusticl LENSLET_CACHE=on "$@"; }

checks_have_modules() {
  wait "$checks_modules" || { cat build/intel-modules.log >&2; steps_fail "installing ${intel_modules[*]}"; return 1; }
}

oclgrind_steps() {
  LENSLET_TOUCHED=$(changed_ops) step "oclgrind: ops of images" tests/oclgrind/run build/release/tool/lenslet ops
  step "oclgrind: some ops of arrays" tests/oclgrind/run build/release/tool/lenslet reduce.sum fit
  step "oclgrind: JPEG" tests/oclgrind/program build/release/components/jpeg/tests/codec_tests --gtest_filter='*.OfAFewBlocks/*'
}

# Whether another step may start: LENSLET_TEST_MINUTES says when none does any more.
checks_have_time() { [ $((SECONDS / 60 + ${1:-0})) -lt "${LENSLET_TEST_MINUTES:-1000000}" ]; }

# run_steps STEP...: PLACE:TURN:CHUNK, or a name. For which there is no time, those are left out.
run_steps() {
  local name words
  for name in "$@"; do
    IFS=: read -r -a words <<<"$name"
    if ! checks_have_time; then
      leave_out "$name"
    elif [ "${#words[@]}" = 3 ]; then
      turn_step "${words[@]}"
    else
      other_step "$name" || true
    fi
  done
}

# leave_out STEP: its tests by name, as tomorrow's chunks are others.
leave_out() {
  local words test
  IFS=: read -r -a words <<<"$1"
  if [ "${#words[@]}" != 3 ]; then
    checks_left+=("step $1")
  else
    while read -r test; do checks_left+=("${words[0]} $test"); done < <(choose "${words[0]}" "${words[1]}" --chunk "${words[2]}" --names)
  fi
}

# The rest, from another one on each day, but first what was left out the last time.
rest_order() {
  local name count=${#checks_rest[@]} i
  printf '%s\n' {ops,uses,memory}:left:{1,2}/2
  for name in "${checks_rest[@]}"; do ! grep -qsx "step $name" "$changed_record/left" || echo "$name"; done
  for ((i = 0; i < count; i++)); do
    name=${checks_rest[(i + LENSLET_DAY) % count]}
    grep -qsx "step $name" "$changed_record/left" || echo "$name"
  done
}

checks_run_rest() {
  local steps
  mapfile -t steps < <(rest_order)
  run_steps "${steps[@]}"
  changed_keep "${checks_left[@]}"
  checks_say_left
}

checks_say_left() {
  [ "${#checks_left[@]}" -gt 0 ] || return 0
  say "Left out after $((SECONDS / 60)) minutes, and first the next time:"
  printf '%s\n' "${checks_left[@]}"
}

# The first command of the README on a machine that has nothing, and its pictures.
checks_clean_machine() {
  local may=0
  tools/clean_machine --check || may=$?
  if [ $may = 77 ]; then return 0; fi  # it has said why
  step "clean machine: ./dev demo" clean_demo
  changed_setup || grep -qsx "step clean-machine-build" "$changed_record/left" || return 0
  if checks_have_time 25; then
    step "clean machine: installs and builds what ./dev test needs" within_time tools/clean_machine --again ./dev test --build
  else
    checks_left+=("step clean-machine-build")
  fi
}

clean_demo() {
  within_time tools/clean_machine ./dev demo
  .venv/bin/python -B tools/look_at_demo "$(photograph)" build/clean-machine/tree/lenslet/demo
}

# within_time COMMAND...: ends it where the time for all is nearly over.
within_time() {
  if [ -n "${LENSLET_TEST_MINUTES:-}" ]; then timeout "$(((LENSLET_TEST_MINUTES + 10) * 60 - SECONDS))" "$@"; else "$@"; fi
}

# Releases from 0.26 on are installed without them.
with_tests_of_skimage() {
  .venv/bin/pip install --quiet --disable-pip-version-check --no-deps --upgrade --target build/release/skimage 'scikit-image<0.26'
}

# Debian packages: made, looked at, and in the clean root from apt to a picture.
checks_packages() {
  local may=0
  step "packages: made" ./dev package
  step "packages: of the module of Python, too" test -f build/package/packages/more/python3-lenslet_*.deb
  tools/clean_machine --check || may=$?
  [ $may = 77 ] || step "packages: from apt to a picture" packages_picture
}

packages_picture() {
  tests/package/picture build/package/packages "$(photograph)" build/package/picture.png &&
    .venv/bin/python -B tests/package/picture_test.py "$(photograph)" build/package/picture.png
}

# What runs on another device than PoCL: a GPU's driver does not bear the sanitizers, so unit tests run as they are.
checks_elsewhere() {
  checks_build && lint_steps
  LENSLET_EFFORT=${LENSLET_EFFORT:-0} ctest_step "$LENSLET_DEVICE" check -LE long -E 'Lengths[.]'
}

# Everything, each schedule and each case of the oracles, on all devices: hours.
checks_long() {
  local may=0
  unset LENSLET_DAY
  need "${long_packages[@]}"
  export RC_PARAMS='max_success=5000' LENSLET_EFFORT=3 LENSLET_PYTHON_CALLS=100000
  step "build: check" build check
  step "scikit-image with its tests" with_tests_of_skimage
  lint_steps
  ctest_step "$LENSLET_DEVICE" check
  on_rusticl ctest_step rusticl check -L device
  LENSLET_DAY=0 other_step intel || true
  oclgrind_steps
  step "build: asan" build asan
  LENSLET_CACHE=off only_pocl ctest_step asan asan --repeat until-pass:2
  step "build: fuzz" build fuzz
  step "fuzz: ten minutes for each target" tests/fuzz/run 600
  step "oclgrind: all cases of ops of images" env LENSLET_OCLGRIND_PARTS=1 tests/oclgrind/run build/release/tool/lenslet ops
  step "oclgrind: ops of arrays" tests/oclgrind/run build/release/tool/lenslet array_ops
  tidy_step
  other_step apart
  checks_packages
  step "build: tsan" build tsan
  only_pocl ctest_step tsan tsan
  tools/clean_machine --check || may=$?
  [ $may = 77 ] || step "clean machine: ./dev test" tools/clean_machine ./dev test
}

checks_builds() {
  checks_build -DLENSLET_TESTS_OF=results
  checks_build_asan
}

# What a clean machine tries: all that must be installed, and the build that has everything. The sanitized one compiles
# the same files.
checks_only_build() {
  checks_build
  step "configure: asan" cmake --preset asan
  ! checks_have_modules || steps_passed=$((steps_passed + 1))
}

# checks_day [--landing]: with it what the clean machine needs, and the rest.
checks_day() {
  local name later=()
  checks_build -DLENSLET_TESTS_OF=results
  lint_steps
  plain_step uses --all
  checks_build_asan
  plain_step memory
  if [ "${1:-}" != --landing ]; then
    run_steps "${checks_touched[@]}" "${checks_today[@]}"
    checks_say_left
    return 0
  fi
  for name in "${checks_touched[@]}"; do
    if checks_have_time 30; then run_steps "$name"; else later+=("$name"); fi
  done
  checks_clean_machine
  run_steps "${later[@]}" "${checks_today[@]}"
  checks_run_rest
}

# What a change must pass. A device other than PoCL may be chosen with LENSLET_DEVICE.
command_test() {
  case ${1:-} in
    '' | --rest | --landing | --build) ;;
    --long) python_modules+=("${intel_modules[@]}" intel-sycl-rt) ;;
    *) echo "./dev test takes --rest, --landing, --build or --long, not $1" >&2; exit 2 ;;
  esac
  checks_setup
  export LENSLET_DAY=${LENSLET_DAY:-$(($(date +%s) / 86400))}
  [ "${1:-}" = --long ] || say "LENSLET_DAY=$LENSLET_DAY chooses what takes turns"
  # Most of the time goes into compiling kernels: here each op gets a quick look, and the whole matrix with --long. One
  # effort lets a device's steps share what its driver keeps.
  [ "${1:-}" = --long ] || export LENSLET_EFFORT=${LENSLET_EFFORT:-0}
  case ${1:-} in
    --build) checks_only_build ;;
    --long) checks_long ;;
    --rest) checks_builds && checks_run_rest ;;
    *) if [ "$LENSLET_DEVICE" = pocl ]; then checks_day "$@"; else checks_elsewhere; fi ;;
  esac
  steps_summary
}
