# shellcheck shell=bash
# shellcheck disable=SC2034  # the lists are read by the scripts
# Shared by the scripts: the system packages with their reasons, and the check of the toolchain.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Each line has the package, or alternatives of which the first one that apt knows is installed. Then, optionally,
# `:command`: if that command exists, the package isn't installed. The reason is last.
build_packages=(
  "libmicrohttpd-dev|the HTTP server"
  "nettle-dev|signatures of cookies and pages"
  "zlib1g-dev|compression of responses"
  "libcrypt-dev|hashes of passwords"
  "libsqlite3-dev|the database of the samples"
  "libhiredis-dev|sessions in Redis"
  "pkg-config:pkg-config|shows the compiler where libraries are"
)
# Only CairnTesting links libxml2. Applications don't need it, so it's installed for the tests, not for serving.
test_packages=(
  "libxml2-dev|reads pages in the HTTP-level tests"
  "chromium,chromium-browser:chromium,chromium-browser,google-chrome|the browser of the browser tests"
  "chromium-headless-shell,chromium,chromium-browser:chromium-headless-shell,chromium-browser,google-chrome|the same browser without windows, for the flows"
  "chromium-driver,chromium-chromedriver:chromedriver|drives that browser"
  "firefox-esr,firefox:firefox-esr,firefox|another browser of the browser tests"
  "nginx-light,nginx:nginx|the reverse proxy of the article on deployment"
  "caddy:caddy|the other reverse proxy of that article"
  "haproxy:haproxy|the load balancer of that article"
  "redis-server:redis-server|the server of the tests of sessions in Redis"
  "codespell:codespell|checks the spelling of texts and code"
  "node-typescript:tsc|checks the types of the script that pages load"
  "python3-pip:pip3|fetches the rules of axe-core, which check pages for accessibility"
  "openssl:openssl|makes that proxy's certificate, and connects to it with TLS"
  "fonts-dejavu-core|letters in screenshots"
  "fonts-noto-color-emoji|emoji in screenshots"
)
# For scripts/docs and scripts/pictures, in addition to packages of the tests.
documentation_packages=(
  "python3:python3|checks the website, and operates the browser for pictures"
)
benchmark_packages=(
  "wrk:wrk|sends the load"
  "redis-server:redis-server|the store of the servers that are compared"
  "chromium-headless-shell,chromium,chromium-browser:chromium-headless-shell,chromium-browser,google-chrome|the browser whose page loads are timed"
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
  # Debian has nginx and HAProxy in a folder that isn't in the PATH of ordinary users.
  local name PATH=$PATH:/usr/sbin
  for name in ${2//,/ }; do command -v "$name" >/dev/null && return; done
  [[ -n $2 ]] && return 1
  for name in ${1//,/ }; do is_installed "$name" && return; done
  return 1
}

# Installs the missing packages of the given lines.
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

  say "Missing system packages:"
  for line in "${missing[@]}"; do
    packages=${line%%|*}
    say "  ${packages//,/ or }: ${line#*|}"
  done
  command -v apt-get >/dev/null ||
    fail "apt-get isn't available: install these packages with your system's package manager, then try again"
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
    fail "apt-get couldn't install ${names[*]}"
}

first_known() { # packages, separated by commas
  local name
  for name in ${1//,/ }; do
    if [[ $(apt-cache policy "$name" 2>/dev/null) =~ Candidate:\ [^\(] ]]; then
      printf '%s' "$name"
      return
    fi
  done
  # apt doesn't know any of them, so let apt-get report that.
  printf '%s' "${1%%,*}"
}

# Fetches axe-core, whose rules the browser tests apply to check pages for accessibility.
fetch_axe() {
  local folder=$root/.build/axe
  [[ -f $folder/axe.min.js ]] && return
  rm -rf "$folder" && mkdir -p "$folder"
  # On PyPI, it's part of a package for another browser driver. The rest of that package isn't used.
  python3 -m pip download --quiet --no-deps --dest "$folder" axe-playwright-python==0.1.8 >&2 ||
    fail "couldn't fetch axe-core from PyPI"
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
    fail "swift isn't in PATH: install the Swift toolchain, 6.2 or later (https://swift.org/install)"
  version=$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+\.[0-9]+).*/\1/p')
  [[ $(printf '6.2\n%s\n' "$version" | sort -V | head -n 1) == 6.2 ]] ||
    fail "Swift 6.2 or later is required, but swift --version reports ${version:-no version}"
}

# Builds the project's own code optimized as in a release, and build tools as they come (see Package.swift). All scripts
# except `benchmark` build this way, so each one reuses what another has built.
build() { # arguments of `swift build`
  if [[ -d $root/.build/debug ]]; then
    say "Building changed files: seconds to a minute or two."
  else
    say "Building for the first time: 7 to 10 minutes on two cores." \
      "[done/all] shows the progress."
  fi
  # On a terminal, `swift build` updates its progress in place, which a pipe would prevent. The scripts set `pipefail`,
  # so the status is the build's.
  if [[ -t 1 ]]; then
    CAIRN_OPTIMIZED=1 swift build --package-path "$root" "$@"
  else
    CAIRN_OPTIMIZED=1 swift build --package-path "$root" "$@" 2>&1 |
      sed -u '/^\(<unknown>:0: \)\{0,1\}remark: Incremental compilation has been disabled/d'
  fi
}
