#!/bin/sh
# Alertmanager's Go module embeds built pages (`ui/app/dist`) and does not contain them, so that `go install` of a release fails:
# "pattern app/dist: no matching files found". With empty files in their place, the same module builds, and the server runs.
#
# Module: github.com/prometheus/alertmanager v0.35.0. Seen on 29 November 2026 with Go 1.26. Compiles only the package of the pages.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
source=$(go mod download -json github.com/prometheus/alertmanager@v0.35.0 | sed -n 's/.*"Dir": "\(.*\)",*$/\1/p')
cp -r "$source" module
chmod -R u+w module
cd module
{
  if go build ./ui 2>"$folder/error.txt"; then echo 'the package of the pages: built'; else
    echo "the package of the pages: $(sed -n 's/.*pattern/pattern/p' "$folder/error.txt")"
  fi
  mkdir -p ui/app/dist/elm ui/app/dist/mantine
  touch ui/app/dist/elm/index.html ui/app/dist/mantine/index.html
  if go build ./ui; then echo 'with empty files: built'; else echo 'with empty files: failed'; fi
} | tee "$folder/output.txt"
cat >"$folder/expected.txt" <<'END'
the package of the pages: pattern app/dist: no matching files found
with empty files: built
END
diff "$folder/expected.txt" "$folder/output.txt"
