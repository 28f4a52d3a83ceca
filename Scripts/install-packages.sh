#!/usr/bin/env bash
# Installs the Debian packages Perennial needs, those that are missing alone.
#
#   Scripts/install-packages.sh             to build and run
#   Scripts/install-packages.sh test        to test as well
#   Scripts/install-packages.sh load        to put load on the server as well
#   Scripts/install-packages.sh scan        to have scanners attack the program as well
#   Scripts/install-packages.sh deb         to make the Debian package as well
#   Scripts/install-packages.sh test-deb    to test that package as well
set -euo pipefail

packages=(
    binutils          # strips the program that is installed
    libmicrohttpd-dev # HTTP
    libqrencode-dev   # the address as a picture, for phones
    libsodium-dev     # the password of the house, hashes of models
    libsqlite3-dev    # the store
    libvips42         # pictures
    pkg-config        # finds the libraries
)
if [[ ${1-} == test ]]; then
    packages+=(
        chromium          # the browser the tests drive
        mandoc            # reads the manual page closely
        python3-venv      # the tests' own folder of Python packages
        sqlite3           # looks into stores
        webkit2gtk-driver # another browser, since not every phone has Chromium
        xvfb              # the screen that one wants
    )
fi
if [[ ${1-} == load ]]; then
    packages+=(
        python3  # the script
        wrk      # keeps connections busy
    )
fi
if [[ ${1-} == scan ]]; then
    packages+=(
        curl         # sends a picture
        openssl      # makes a certificate
        python3-venv # the other scanners' own folders
        sslscan      # TLS
    )
fi
if [[ ${1-} == deb ]]; then
    packages+=(
        dpkg-dev # finds the packages whose libraries the program uses
    )
fi
if [[ ${1-} == test-deb ]]; then
    packages+=(
        curl              # asks the server
        debootstrap       # makes the Debian
        iproute2          # lays a cable to it
        lintian           # knows Debian's rules
        systemd-container # starts it
    )
fi

missing=()
for package in "${packages[@]}"; do
    status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
    [[ $status == installed ]] || missing+=("$package")
done
((${#missing[@]})) || exit 0

root=()
if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
        echo "These packages are missing; install them as root: ${missing[*]}" >&2
        exit 1
    fi
    root=(sudo)
fi
echo "Installing ${missing[*]}"
"${root[@]}" apt-get update
"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "${missing[@]}"
