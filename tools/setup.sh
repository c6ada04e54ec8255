# shellcheck shell=bash
# What lenslet needs of a machine, and how it comes there; builds. Sourced by dev.

# shellcheck disable=SC2034  # dev and tools/checks.sh use these lists

# Debian's names. The only list of what lenslet needs: README and CI have none of their own.
demo_packages=(
  cmake ninja-build g++ pkg-config
  ocl-icd-opencl-dev opencl-headers opencl-clhpp-headers
  libfmt-dev libsqlite3-dev libcli11-dev nlohmann-json3-dev libvips-dev libtiff-dev libdeflate-dev libexpat1-dev
)
release_packages=("${demo_packages[@]}" libjs-chart.js libplplot-dev libopenmpi-dev openmpi-bin libjpeg-dev libepoxy-dev libglfw3-dev libimgui-dev libv4l-dev libvulkan-dev)
package_packages=(dpkg-dev file python3 python3-dev)
build_packages=("${release_packages[@]}" python3-dev clang libgtest-dev libgmock-dev librapidcheck-dev libbenchmark-dev)
run_packages=(pocl-opencl-icd)
test_packages=(mesa-opencl-icd pocl-source spirv-tools oclgrind chromium imagemagick libclang-rt-dev llvm-spirv-14 libegl1 libgl1-mesa-dri mesa-vulkan-drivers xvfb xdotool)
python_packages=(python3 python3-venv)
array_peer_packages=(libclblast-dev)
lint_packages=(clang-format clang-tidy shellcheck codespell git python3)
clean_machine_packages=(mmdebstrap)
long_packages=(abigail-tools zsh fish)  # what they are for is skipped without them

# PyPI's names, for the folder .venv: the demo's photograph, and the independent oracles of the tests.
photograph_modules=(scikit-image)
peer_modules=(halide pyvips)
python_modules=(numpy scipy "${photograph_modules[@]}" scikit-learn opencv-python-headless tifffile pytest pyopencl nanobind mypy hypothesis dask distributed zarr)
intel_modules=(intel-opencl-rt intel-cmplr-lib-rt)  # 276 MB, 0.8 GB in .venv; intel-sycl-rt for --long as much again

missing_packages() {
  local package
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || echo "$package"
  done
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# apt_get WHAT ARGUMENT...: waits up to ten minutes where another has a lock, such as a new machine's own updater. apt-get
# itself waits for dpkg's lock, and for those of its lists and its downloads not at all.
apt_get() {
  local what=$1 log=build/apt-get.log begin=$SECONDS
  shift
  until progress "$what" $log as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get -o DPkg::Lock::Timeout=600 -o APT::Status-Fd=1 -q -y "$@"; do
    grep -q '^E: Could not get lock' $log && [ $((SECONDS - begin)) -lt 600 ] || return 1
    say "Waiting for the lock that another apt-get has"
    sleep 5
  done
}

# need PACKAGE...: they are installed when this returns.
need() {
  [ "${LENSLET_SETUP:-on}" != off ] || return 0
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    printf 'This is no Debian system. Install what these Debian packages hold, then run again with LENSLET_SETUP=off:\n' >&2
    printf '  %s\n' "$@" >&2
    exit 1
  fi
  local missing
  mapfile -t missing < <(missing_packages "$@")
  [ "${#missing[@]}" -gt 0 ] || return 0
  say "Installing ${missing[*]}"
  apt_get "Reading the lists of packages" update || exit 1
  apt_get "Installing ${#missing[@]} packages and what they need" install --no-install-recommends "${missing[@]}" || exit 1
}

# install_modules [OPTION...] MODULE...: into .venv.
install_modules() {
  local log
  log=build/pip-${BASHPID}.log  # two may install at a time
  python3 -m venv .venv
  progress "Installing $* into .venv" "$log" .venv/bin/pip install --disable-pip-version-check "$@"
}

# need_python MODULE...: .venv has them when this returns. It remembers what was installed there.
need_python() {
  need "${python_packages[@]}"
  local stamp=.venv/modules module missing=()
  for module in "$@"; do
    grep -qsx -- "$module" "$stamp" || missing+=("$module")
  done
  [ "${#missing[@]}" -gt 0 ] || return 0
  install_modules "${missing[@]}" || return 1
  printf '%s\n' "${missing[@]}" >>"$stamp"
}

# build PRESET [CMAKE_ARGUMENT...]
build() {
  need "${build_packages[@]}" "${run_packages[@]}"
  build_preset "$@"
}

# Builds with what is installed.
build_preset() {
  local preset=$1
  shift
  progress "Configuring $preset" "build/$preset.configure.log" cmake --preset "$preset" "$@" &&
    progress "Building $preset" "build/$preset.log" cmake --build --preset "$preset"
}

# A photograph of 512 x 512 that scikit-image brings, free to use. The module is found, not imported: the demo has it
# without the modules that it needs, which are ten times as large.
photograph() {
  .venv/bin/python -c 'import importlib.util, pathlib
print(pathlib.Path(importlib.util.find_spec("skimage").origin).parent / "data" / "astronaut.png")' 2>/dev/null
}

need_photograph() {
  ! photograph >/dev/null || return 0
  need "${python_packages[@]}"
  install_modules --no-deps "${photograph_modules[@]}"
}
