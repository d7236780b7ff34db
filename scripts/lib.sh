# shellcheck shell=bash
# shellcheck disable=SC2034  # the lists are read by the scripts
# What the scripts share: the system packages, each with its reason, and the toolchain's check.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Each line: the package, or alternatives for it, the first known to apt taken; `:command` where
# a command tells that it is there already, whoever installed it; then the reason.
build_packages=(
  "libmicrohttpd-dev|the HTTP server"
  "nettle-dev|signatures of cookies and pages"
  "zlib1g-dev|compression of answers"
  "libsqlite3-dev|the database of the samples"
  "pkg-config:pkg-config|tells the compiler where libraries are"
)
# libxml2 is linked into CairnTesting alone, which no application needs to run: it is installed
# for the tests, not for serving.
test_packages=(
  "libxml2-dev|reads pages in the HTTP-level tests"
  "chromium,chromium-browser:chromium,chromium-browser,google-chrome|the browser of the browser tests"
  "chromium-headless-shell,chromium,chromium-browser:chromium-headless-shell,chromium-browser,google-chrome|the same without windows, for the flows"
  "chromium-driver,chromium-chromedriver:chromedriver|drives that browser"
  "firefox-esr,firefox:firefox-esr,firefox|another browser of the browser tests"
  "nginx-light,nginx:nginx|the reverse proxy of the article on deployment"
  "node-typescript:tsc|checks the types of the script that pages load"
  "python3-pip:pip3|fetches the rules of axe-core, by which pages are looked at"
  "openssl:openssl|makes that proxy's certificate, and speaks TLS with it"
  "fonts-dejavu-core|letters in screenshots"
  "fonts-noto-color-emoji|emoji in screenshots"
)
benchmark_packages=(
  "wrk:wrk|sends the load"
  "chromium-headless-shell,chromium,chromium-browser:chromium-headless-shell,chromium-browser,google-chrome|shows pages to who measures how long that takes"
  "chromium-driver,chromium-chromedriver:chromedriver|drives that browser"
)

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "error: $*"
  exit 1
}

is_installed() { # package
  [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

is_there() { # packages commands, each separated by commas
  local name
  for name in ${2//,/ }; do command -v "$name" >/dev/null && return; done
  [[ -n $2 ]] && return 1
  for name in ${1//,/ }; do is_installed "$name" && return; done
  return 1
}

# Installs what is missing of the given lines.
install_packages() {
  local line packages commands missing=() names=() as_root=()
  for line in "$@"; do
    packages=${line%%|*}
    commands=
    if [[ $packages == *:* ]]; then
      commands=${packages#*:}
      packages=${packages%%:*}
    fi
    is_there "$packages" "$commands" || missing+=("$packages|${line#*|}")
  done
  ((${#missing[@]})) || return 0

  say "System packages that are missing:"
  for line in "${missing[@]}"; do
    packages=${line%%|*}
    say "  ${packages//,/ or }: ${line#*|}"
  done
  command -v apt-get >/dev/null ||
    fail "apt-get is not here: install these packages in this system's own way, then try again"
  if ((EUID != 0)); then
    command -v sudo >/dev/null || fail "neither root nor sudo: install these packages as root"
    as_root=(sudo)
  fi
  "${as_root[@]}" apt-get update -qq || fail "apt-get update failed"
  for line in "${missing[@]}"; do
    names+=("$(first_known "${line%%|*}")")
  done
  say "Installing ${names[*]}"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${names[@]}" >&2 ||
    fail "apt-get could not install ${names[*]}"
}

first_known() { # packages, separated by commas
  local name
  for name in ${1//,/ }; do
    if [[ $(apt-cache policy "$name" 2>/dev/null) =~ Candidate:\ [^\(] ]]; then
      printf '%s' "$name"
      return
    fi
  done
  # None is known: let apt-get say so.
  printf '%s' "${1%%,*}"
}

# Fetches axe-core, by whose rules the browser tests look at pages for who can not see them.
fetch_axe() {
  local folder=$root/.build/axe
  [[ -f $folder/axe.min.js ]] && return
  rm -rf "$folder" && mkdir -p "$folder"
  # PyPI has it in a package for another browser driver, of which nothing else is used.
  python3 -m pip download --quiet --no-deps --dest "$folder" axe-playwright-python==0.1.8 >&2 ||
    fail "axe-core could not be fetched from PyPI"
  python3 - "$folder" <<'PYTHON'
import glob, sys, zipfile
folder = sys.argv[1]
with zipfile.ZipFile(glob.glob(folder + "/*.whl")[0]) as package:
    with open(folder + "/axe.min.js", "wb") as file:
        file.write(package.read("axe_playwright_python/axe.min.js"))
PYTHON
}

require_swift() {
  local version
  command -v swift >/dev/null ||
    fail "swift is not in PATH: install the Swift toolchain, 6.2 or later (https://swift.org/install)"
  version=$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+\.[0-9]+).*/\1/p')
  [[ $(printf '6.2\n%s\n' "$version" | sort -V | head -n 1) == 6.2 ]] ||
    fail "this needs Swift 6.2 or later; swift --version says ${version:-nothing}"
}

# Builds with our own code as fast as in a release, and with what is only needed to build it as it comes
# (see Package.swift). All scripts but `benchmark` build so: what one has built the next has not to.
build() { # arguments of `swift build`
  if [[ -d $root/.build/debug ]]; then
    say "Building what has changed: seconds to a minute or two."
  else
    say "Building for the first time: about three minutes on two cores, ten on slow ones." \
      "[done/all] tells how far it is."
  fi
  CAIRN_OPTIMIZED=1 swift build --package-path "$root" "$@"
}
