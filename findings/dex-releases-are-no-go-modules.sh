#!/bin/sh
# Dex tags its releases v2.x, but its module path is github.com/dexidp/dex, without /v2. Such versions are invalid Go
# modules since its go.mod exists. So `@latest` is a release of 2018, every newer tag is refused, and `go install` of the
# default branch fails because its go.mod has replace directives. A go.mod of your own that requires a commit of Dex, and
# the same commit of its api/v2, builds.
#
# Seen on 2026-11-29 with Go 1.26.8 and the public module proxy:
#   latest: v2.13.0+incompatible
#   v2.42.0: refused
#   install of ab64ed778070: refused, "replace directives"
set -eu
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
export GOMODCACHE="$folder/mod" GOBIN="$folder/bin" GOFLAGS=-modcacherw

latest=$(go list -m github.com/dexidp/dex@latest | cut -d' ' -f2)
echo "latest: $latest"
[ "$latest" = v2.13.0+incompatible ] || { echo 'changed: the latest version is another' >&2; exit 1; }

if go list -m github.com/dexidp/dex@v2.42.0 >tag 2>&1; then
  echo 'changed: a release is a Go module' >&2
  exit 1
fi
echo 'v2.42.0: refused'

commit=v0.0.0-20260806151424-ab64ed778070
if go install "github.com/dexidp/dex/cmd/dex@$commit" >install 2>&1; then
  echo 'changed: go install builds Dex' >&2
  exit 1
fi
grep -q 'replace directives' install || { cat install >&2; exit 1; }
echo 'install of ab64ed778070: refused, "replace directives"'
