#!/usr/bin/env bash
# Makes the Debian package of the program that `make static` built, and shows where it is.
#
#   Packaging/build-deb.sh REVISION [FOLDER]
#
# REVISION counts the packages of one version of the program, FOLDER is where the package goes (.build).
# Who packages it is told by DEBFULLNAME and DEBEMAIL, as everywhere on Debian; without them the last commit's author
# is named.
set -euo pipefail
cd "$(dirname "$0")/.."
umask 022

program=.build/static/release/perennial
program_version=$("$program" --version)
version=${program_version#perennial }-$1
architecture=$(dpkg --print-architecture)
maintainer="${DEBFULLNAME:-$(git log -1 --format=%an)} <${DEBEMAIL:-$(git log -1 --format=%ae)}>"
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/debian/perennial
documents=$root/usr/share/doc/perennial

mkdir -p "$root/DEBIAN" "$documents"
make --no-print-directory install PROGRAM="$program" DESTDIR="$root" PREFIX=/usr UNITDIR=/lib/systemd/system >&2
gzip --best --no-name "$root/usr/share/man/man1/perennial.1"
install --mode=644 Packaging/debian/copyright "$documents/copyright"
gzip --best --no-name >"$documents/changelog.Debian.gz" <<END
perennial ($version) unstable; urgency=medium

  * Perennial ${program_version#perennial }.

 -- $maintainer  $(date --utc --rfc-email --date="@$SOURCE_DATE_EPOCH")
END

# dpkg-shlibdeps wants a source package's control file beside it.
printf 'Source: perennial\n\nPackage: perennial\nArchitecture: any\n' >"$work/debian/control"
libraries=$(cd "$work" && dpkg-shlibdeps -O -e"$root/usr/bin/perennial")

sed --expression="s|@VERSION@|$version|" --expression="s|@ARCHITECTURE@|$architecture|" \
    --expression="s|@MAINTAINER@|$maintainer|" --expression="s|@LIBRARIES@|${libraries#shlibs:Depends=}|" \
    --expression="s|@SIZE@|$(du --summarize --apparent-size --block-size=1K --exclude=DEBIAN "$root" | cut --fields=1)|" \
    Packaging/debian/control.in >"$root/DEBIAN/control"
echo /etc/default/perennial >"$root/DEBIAN/conffiles"
install --mode=755 Packaging/debian/{postinst,prerm,postrm} "$root/DEBIAN"
(cd "$root" && find usr lib -type f -print0 | sort --zero-terminated | xargs --null md5sum) >"$root/DEBIAN/md5sums"

package=${2:-.build}/perennial_${version}_$architecture.deb
dpkg-deb --root-owner-group --build "$root" "$package" >&2
echo "$package"
