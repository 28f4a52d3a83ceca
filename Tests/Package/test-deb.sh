#!/usr/bin/env bash
# Installs the Debian package in a Debian of its own, starts that with systemd, and lives with the service: opens a
# page, adds plants, lets the house in, makes a backup, upgrades, removes and purges. Wants root, and the network for
# debootstrap. What it makes goes with it.
#
#   Tests/Package/test-deb.sh    after `make static`; `make test-deb` does both
set -euo pipefail
cd "$(dirname "$0")/../.."

suite=bookworm
# Where this machine has its own packages from.
mirror=${DEBIAN_MIRROR:-$(apt-get indextargets --format '$(RELEASE) $(REPO_URI)' "Release: $suite" | awk '{ print $2; exit }')}
work=$(mktemp -d "${TMPDIR:-/tmp}/perennial-deb-XXXXXX")
debian=$work/debian
container=

end() {
    if [[ -n $container ]]; then
        kill "$container" 2>/dev/null || true
        # It halts the system in it, and is killed when that takes too long.
        timeout 60 tail --pid="$container" --follow /dev/null || kill -KILL "$container" || true
    fi
    rm -rf "$work"
}
trap end EXIT
trap 'echo "FAILED at line $LINENO" >&2' ERR

say() { echo "— $*"; }

fail() {
    echo "FAILED: $*" >&2
    [[ -z $container ]] || inside journalctl --no-pager --lines=30 --unit=perennial >&2 || true
    exit 1
}

# A command in the running Debian: all its namespaces, so its network too.
inside() { nsenter --target="$leader" --all -- "$@"; }

# The same as the user of the service.
as_perennial() { inside runuser --user=perennial -- "$@"; }

# Runs a command until it succeeds; two minutes are a bound for failures.
eventually() {
    local end=$((SECONDS + 120))
    until "$@" 2>/dev/null; do
        ((SECONDS < end)) || return 1
        sleep 0.2
    done
}

# A program of this machine in the network of that Debian.
in_network() { nsenter --target="$leader" --net -- "$@"; }

# A page of the server, or the answer to what else is given.
address=127.0.0.1
page() { in_network curl --silent --show-error --fail --max-time 30 "http://$address:8080$1" "${@:2}"; }

has() { page "$1" 2>/dev/null | grep --quiet --fixed-strings "$2"; }

main_pid() { inside systemctl show --property=MainPID --value perennial; }

((EUID == 0)) || {
    echo "This makes a Debian to install the package in, as root: run it with sudo." >&2
    exit 1
}

say "the package, and a later one"
first=$(Packaging/build-deb.sh 101 "$work" 2>"$work/log") || fail "$(cat "$work/log")"
second=$(DPKG_DEB_COMPRESSOR_LEVEL=1 Packaging/build-deb.sh 102 "$work" 2>"$work/log") || fail "$(cat "$work/log")"
lintian --fail-on=error,warning --allow-root "$first" || fail "lintian has objections"
dpkg-deb --field "$first" Depends | grep --quiet libmicrohttpd || fail "the libraries are not among its dependencies"

say "a Debian, without systemd yet"
debootstrap --variant=minbase "$suite" "$debian" "$mirror" >"$work/log" 2>&1 || {
    tail "$work/log" >&2
    fail "debootstrap"
}
cp "$first" "$second" "$debian/"
cat >"$debian/usr/sbin/policy-rc.d" <<<$'#!/bin/sh\nexit 101'
chmod 755 "$debian/usr/sbin/policy-rc.d"

say "installs where nothing runs, with what it depends on"
in_folder() {
    systemd-nspawn --quiet --register=no --keep-unit --directory="$debian" --pipe \
        --setenv=DEBIAN_FRONTEND=noninteractive --setenv=LC_ALL=C.UTF-8 "$@" </dev/null \
        2> >(grep --invert-match "^Attempted to remove disk file system" >&2)
}
in_folder apt-get install --yes --no-install-recommends "/${first##*/}" systemd-sysv dbus >"$work/log" 2>&1 || {
    tail "$work/log" >&2
    fail "it does not install in a folder"
}
in_folder perennial --version || fail "it does not run"
in_folder id perennial >/dev/null || fail "there is no user perennial"
libraries=$(in_folder ldd /usr/bin/perennial)
[[ $libraries == *libmicrohttpd* && $libraries != *"not found"* && $libraries != *libswift* ]] || fail "$libraries"
changed=$(in_folder dpkg --verify perennial)
[[ -z $changed ]] || fail "files are not as they were packed: $changed"
rm "$debian/usr/sbin/policy-rc.d"

say "starts with the system"
systemd-nspawn --quiet --register=no --keep-unit --machine=perennial-test --directory="$debian" --private-network \
    --console=pipe --boot </dev/null >"$work/console" 2>&1 &
container=$!
# Those before it have another name, and end.
first_process() { leader=$(pgrep --exact --parent "$container" systemd); }
eventually first_process || fail "systemd does not start here: $(cat "$work/console")"
eventually inside systemctl is-active --quiet perennial || fail "the service does not start"
eventually page /plants >/dev/null || fail "no page"
[[ $(inside stat --format=%U "/proc/$(main_pid)") == perennial ]] || fail "it runs as somebody else"
[[ $(inside stat --format='%U %a' /var/lib/perennial) == "perennial 700" ]] || fail "the garden is open to others"
[[ $(inside stat --format=%a /var/lib/perennial/Garden.sqlite) == 600 ]] || fail "the garden's file is open to others"

# A library that may not do what it wants to says so. Swift's threads do where the machine cannot raise limits as
# LimitNICE= wants it, as some virtual ones cannot.
said=$(inside journalctl --no-pager --output=cat _COMM=perennial | grep --invert-match "set thread priority.*errno=13")
[[ $said == "Perennial is at http://127.0.0.1:8080/ "* && $said != *$'\n'* ]] || fail "it says $said"

say "its unit has no fault, and lets the service do little"
# The manual page is left out of Debians this small.
inside systemd-analyze verify --man=no perennial.service || fail "the unit has a fault"
exposure=$(inside systemd-analyze --no-pager security --offline=true --threshold=15 \
    /lib/systemd/system/perennial.service) || fail "the unit is exposed: $exposure"
tail --lines=1 <<<"$exposure"

say "writes, shows what is written past it, and tells open pages"
form=$(page /plants/new)
hidden() { sed --quiet "s/.*name=\"$1\" value=\"\([^\"]*\)\".*/\1/p" <<<"$form"; }
page /plants --output /dev/null --header "Origin: http://$address:8080" --data-urlencode genus=Picea \
    --data-urlencode species=glauca --data-urlencode "id=$(hidden id)" \
    --data-urlencode "form-token=$(hidden form-token)" || fail "the form is refused"
has /plants "glauca" || fail "the plant is not there"
base64 --decode >"$work/dot.gif" <<<R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=
page "/plants/$(hidden id)/picture" --output /dev/null --header "Origin: http://$address:8080" \
    --form "picture=@$work/dot.gif;type=image/gif" --form "form-token=$(hidden form-token)" \
    || fail "the picture is refused"
has "/plants/$(hidden id)" "Picture of Picea glauca" || fail "the picture is not there"
page "/live?topic=plants" --no-buffer --max-time 120 >"$work/events" 2>/dev/null &
eventually test -s "$work/events" || fail "no events"
as_perennial perennial plants add Rosa alba --store /var/lib/perennial >/dev/null
eventually grep --quiet alba "$work/events" || fail "open pages are not told"
has /plants "alba" || fail "a plant of the command line is not there"

say "lets the house in once there is a password"
# A cable to the house.
in_network ip link add house type veth peer name phone
in_network ip address add 192.168.77.1/24 dev house
in_network ip link set house up
in_network ip link set phone up
inside sed --in-place 's/127.0.0.1/0.0.0.0/' /etc/default/perennial
inside systemctl restart perennial
says() { inside journalctl --no-pager --unit=perennial | grep --quiet --fixed-strings -- "$1"; }
eventually says "perennial password --store" || fail "nobody says what is missing"
as_perennial perennial password --store /var/lib/perennial <<<"correct horse" >/dev/null
if as_perennial perennial password <<<"correct horse" 2>/dev/null; then fail "a second garden was made"; fi
inside systemctl restart perennial
address=192.168.77.1
eventually has /sign-in "password" || fail "no page to sign in on"
if has /plants glauca; then fail "it serves who did not sign in"; fi
says "Perennial is at http://192.168.77.1:8080/" || fail "it does not say where it is"

say "is backed up, and goes back"
inside install -d -o perennial -m 700 /var/backups/perennial
plants() { as_perennial perennial plants --store "$1"; }
for _ in 1 2; do
    as_perennial perennial backup /var/backups/perennial --replace --store /var/lib/perennial >/dev/null
done
as_perennial perennial plants delete "Rosa alba" --store /var/lib/perennial >/dev/null
[[ $(plants /var/lib/perennial | wc --lines) == 1 ]] || fail "nothing was deleted"
inside systemctl stop perennial
as_perennial perennial backup /var/lib/perennial --replace --store /var/backups/perennial >/dev/null
inside systemctl start perennial
[[ $(plants /var/lib/perennial | wc --lines) == 2 ]] || fail "the backup did not bring it back"

say "comes back when it crashes, not when it is stopped"
before=$(main_pid)
inside sh -c "kill -KILL $before"
is_new() { inside systemctl is-active --quiet perennial && [[ $(main_pid) != "$before" ]]; }
eventually is_new || fail "it does not come back"

say "upgrades: another process, the same garden, the administrator's options"
before=$(main_pid)
in_running() { inside env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@" >"$work/log" 2>&1; }
in_running apt-get install --yes "/${second##*/}" || fail "the upgrade: $(cat "$work/log")"
# shellcheck disable=SC2016  # dpkg-query expands it
[[ $(inside dpkg-query --show --showformat='${Version}' perennial) == *-102 ]] || fail "it is the old version"
eventually is_new || fail "the old one still runs"
eventually has /sign-in "password" || fail "no page after the upgrade"
inside grep --quiet 0.0.0.0 /etc/default/perennial || fail "the administrator's options are lost"
[[ $(plants /var/lib/perennial) == *alba*glauca* || $(plants /var/lib/perennial) == *glauca*alba* ]] \
    || fail "the garden is lost"
inside systemctl disable --now --quiet perennial
in_running apt-get install --yes --reinstall "/${second##*/}" || fail "the reinstallation: $(cat "$work/log")"
if inside systemctl is-active --quiet perennial; then fail "it starts though it was switched off"; fi
inside systemctl enable --now --quiet perennial
eventually has /sign-in "password" || fail "it does not start again"

say "is removed, and installed again"
in_running apt-get remove --yes perennial || fail "the removal: $(cat "$work/log")"
if page /sign-in >/dev/null 2>&1; then fail "it still runs"; fi
[[ ! -e $debian/usr/bin/perennial && -e $debian/etc/default/perennial ]] || fail "removing is not what it should be"
in_running apt-get install --yes "/${second##*/}" || fail "the second installation: $(cat "$work/log")"
eventually has /sign-in "password" || fail "it does not start after a second installation"

say "is purged; the garden stays"
in_running apt-get purge --yes perennial || fail "the purge: $(cat "$work/log")"
grep --quiet "garden is kept in /var/lib/perennial" "$work/log" || fail "nobody says where the garden is"
# The garden, its user's backups, and what apt and systemd keep of every package.
left=$(inside find / -xdev -name '*perennial*' -not -path '/proc/*' -not -path '/var/log/*' -not -path '/perennial_*' \
    -not -path '/var/backups/perennial' -not -path '/var/lib/perennial')
[[ -z $left ]] || fail "these are left: $left"
[[ -s $debian/var/lib/perennial/Garden.sqlite ]] || fail "the garden is gone"
failed=$(inside systemctl --failed --plain --no-legend --no-pager)
[[ $failed != *perennial* ]] || fail "$failed"

say "everything is as it should be"
