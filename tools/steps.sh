# shellcheck shell=bash
# Runs the steps of `dev test`, counts them, and names what failed. Sourced by dev.
steps_passed=0
steps_failed=0
steps_failures=()
steps_log=$(mktemp)  # what the step that runs has printed
steps_last_words=()  # of each step that failed, for the end, where a reader looks
trap 'rm -f "$steps_log"' EXIT

# How many kernels PoCL keeps compiled: what a step adds is what it compiled, which is most of what tests cost.
steps_kernels() {
  { find "${POCL_CACHE_DIR:-${XDG_CACHE_HOME:-${HOME:-}/.cache}/pocl/kcache}" -name '*.so' 2>/dev/null || true; } | wc -l
}
steps_kernels_at_first=$(steps_kernels)

# steps_end NAME SECONDS KERNELS: what the step took since then.
steps_end() {
  local kernels=$(($(steps_kernels) - $3))
  printf -- '-- %s: %s s%s\n' "$1" $((SECONDS - $2)) "$([ $kernels -le 0 ] || echo ", $kernels kernels compiled")"
}

# step NAME COMMAND...: one step, passed where the command's exit status is 0.
step() {
  local name=$1 begin=$SECONDS status=0 kernels
  kernels=$(steps_kernels)
  shift
  say "$name"
  set +e
  (set -e; "$@") 2>&1 | tee "$steps_log"
  status=${PIPESTATUS[0]}
  set -e
  if [ "$status" = 0 ]; then
    steps_passed=$((steps_passed + 1))
  else
    steps_fail "$name (exit status $status)"
    steps_last_words+=("$(printf -- '-- the end of %s:\n' "$name"; tail -n 15 "$steps_log" | cut -c 1-200)")
  fi
  steps_end "$name" "$begin" "$kernels"
}

steps_fail() {
  steps_failed=$((steps_failed + 1))
  steps_failures+=("$1")
}

# Cases that may be skipped, each because of the place where it runs and not for want of a device.
steps_skips=(
  Image.MoreMemoryThanThereIsIsAnError             # a sanitizer's allocator ends the process
  ProgramTest.ABinaryThatTheDriverRefusesIsBuiltAnew  # rusticl panics on any binary but its own
  ProgramTest.ABinaryOfSomethingElseIsAnError         # likewise
  SubDeviceTest.RunsKernels                           # rusticl does not divide a device
  SubDeviceTest.OutlivesTheDescriptionThatMadeIt      # likewise
  OrderTest.AWaitListOrdersWhatAQueueDoesNot          # rusticl has no out-of-order queue
  OrderTest.ABarrierOrdersWhatAQueueDoesNot           # likewise
  OpenClSession.MayBeOnAPartOfADevice                 # rusticl does not divide a device
  OpenClSession.RefusesAQueueOutOfOrder               # rusticl has no out-of-order queue
  OpenClSession.RefusesADeviceThatTheContextDoesNotHave  # PoCL alone is one device; with rusticl there are two
  UnevenGroupsTest.RunWhereTheDeviceHasThem           # neither rusticl nor PoCL 3.1 has them
  SystemFiles.FollowNoLinkOfAStrangersWhereAllMayWrite  # only root can make another user's link
  lengths.Lengths.OverThirtyOneBitsAreCounted         # rusticl's buffers are smaller
  DispatchDeathTest.WhereAThreadCannotBeStartedTheOthersEnd  # a sanitizer's allocator ends the process
  StripsThatFollowEachOther.FindTheirMemoryThere      # a sanitizer's allocator finds new pages for everything
  large_strips.LargeStrips.AreCountedInMoreThan32Bits              # takes half a minute: for --long
  DeviceGroupOf.SeveralKindsSharesTheWork             # PoCL alone is one kind; device_group_of_more has two
  SharedContext.HasDevicesOfOnePlatform               # PoCL alone is one platform
  TwoDevices.ShareMemoryAndEvents                     # PoCL alone is one device; objects.two_devices has two
  TwoDevices.FilterWhatTheOtherHasMade                # likewise
  Events.HaveTimesOfTransfersToo                      # rusticl's times of transfers are none
  MemoryInfo.CountsMaps                               # rusticl counts none
  Queues.RunWhatIsNotOrderedBesideWhatWaits           # rusticl has no out-of-order queue
  BundleSession.HasMachineCodeWhereADriverGivesPtx    # only NVIDIA's driver gives PTX
  NoImages.AreRefusedWithWhatWorks                    # PoCL has images; for objects.no_images it has not
)

# case_words CASE: the last lines that a case of a JUnit file has printed.
case_words() {
  sed -n '/<testcase name="'"${1//[][\/.*^$]/.}"'"/,/<.testcase>/p' | sed 's/<[^>]*>//g; s/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&amp;/\&/g' |
    grep '[^[:space:]]' | tail -n 15 | cut -c 1-200
}

# ctest_step NAME PRESET [CTEST_ARGUMENT...]: each case counts. Any other case that is skipped has failed: everything
# that the tests need is installed, so a case that does not run checks nothing.
ctest_step() {
  local name=$1 preset=$2 begin=$SECONDS junit=$PWD/build/junit.xml case kernels
  kernels=$(steps_kernels)
  shift 2
  say "$name"
  rm -f "$junit"
  ctest --preset "$preset" --output-junit "$junit" "$@" || true
  if [ ! -s "$junit" ]; then
    steps_fail "$name: ctest wrote no results"
    return 0
  fi
  while read -r verdict case; do
    if [ "$verdict" = run ]; then
      steps_passed=$((steps_passed + 1))
    elif [ "$verdict" = notrun ] && [[ " ${steps_skips[*]} " = *" $case "* ]]; then
      echo "skipped: $case"
    else
      steps_fail "$name: $case ($verdict)"
      steps_last_words+=("$(printf -- '-- the end of %s:\n' "$case"; case_words "$case" <"$junit")")
    fi
  done < <(sed -n 's/.*<testcase name="\([^"]*\)".* status="\([^"]*\)".*/\2 \1/p' "$junit")
  steps_end "$name" "$begin" "$kernels"
}

# on_intel_cpu COMMAND...: a function may be the command, other than with tools/intel_cpu.
on_intel_cpu() {
  local driver=$PWD/.venv/lib/libintelocl.so
  OCL_ICD_VENDORS=$driver OCL_ICD_FILENAMES=$driver LENSLET_DEVICE=intel LENSLET_CACHE=on "$@"
}

# Prints what failed, then the line that a machine reads; fails where a step did, or where none ran.
steps_summary() {
  say "All steps took $SECONDS s and compiled $(($(steps_kernels) - steps_kernels_at_first)) kernels on PoCL"
  if [ "${#steps_last_words[@]}" -gt 0 ]; then printf '%s\n' "${steps_last_words[@]}"; fi
  if [ "${#steps_failures[@]}" -gt 0 ]; then printf 'FAILED: %s\n' "${steps_failures[@]}"; fi
  printf '%s passed, %s failed\n' "$steps_passed" "$steps_failed"
  [ "$steps_failed" = 0 ] && [ "$steps_passed" -gt 0 ]
}
