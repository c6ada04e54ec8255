# shellcheck shell=bash
# ./dev package: Debian packages, in build/package/packages. Sourced by dev.
# What the tool needs lies in that folder, and all else (headers, the module of Python, `view`, MPI) in its folder `more`, so that
# `apt install ./*.deb` brings a tool that filters and no more.
# shellcheck disable=SC2154  # the lists of packages, which dev has from setup.sh

packages=build/package/packages

# Who makes packages says so, by what git calls its user; else cmake/package.cmake names the project.
package_maintainer() {
  local name address
  name=$(git config user.name) && address=$(git config user.email) || return 0
  [ -z "$name$address" ] || echo "-DLENSLET_MAINTAINER=$name <$address>"
}

# package_needs NAME: the packages of ours that it needs, itself among them; some more than once.
package_needs() {
  local name names
  echo "$1"
  mapfile -t names < <(dpkg-deb --field "$packages/$1"_*.deb Depends | grep -oE '\b(lib)?lenslet[a-z0-9-]*')
  for name in "${names[@]}"; do package_needs "$name"; done
}

package_sort() {
  local file names
  names=$(package_needs lenslet)
  mkdir "$packages/more"
  for file in "$packages"/*.deb; do
    grep -qx "$(dpkg-deb --field "$file" Package)" <<<"$names" || mv "$file" "$packages/more"
  done
}

# The module of Python is for Debian's own, which has no nanobind.
package_python() {
  [ -x build/package-python/bin/python3 ] || /usr/bin/python3 -m venv build/package-python
  build/package-python/bin/python3 -c 'import nanobind, numpy' 2>/dev/null ||
    progress "Installing what builds the module of Python" build/package-pip.log \
      build/package-python/bin/pip install --disable-pip-version-check nanobind numpy
}

# The packages, which are then looked at. Without nanobind there is none of the module of Python.
command_package() {
  local maintainer
  need "${release_packages[@]}" "${package_packages[@]}" "${python_packages[@]}"
  package_python || say "There will be no python3-lenslet"
  mapfile -t maintainer < <(package_maintainer)
  build_preset package "-DLENSLET_PYTHON=$PWD/build/package-python/bin/python3" "${maintainer[@]}" "$@"
  rm -rf $packages
  progress "Packing" build/package.cpack.log cpack --config build/package/CPackConfig.cmake -B $packages
  rm -rf $packages/_CPack_Packages
  package_sort
  python3 -B tests/package/contents_test.py build/package
  say "Install the tool: sudo apt install ./$packages/*.deb"
}
