#!/usr/bin/env bash
# shellcheck disable=SC2086
# Builds the wheel and uploads it.
#
# Usage: build.sh [--dry-run]

set -euo pipefail

readonly OUT_DIR="${1:-dist}"
version=$(git describe --tags) # not a name: tags_here
count=$#

upload_wheel() {
  local wheel=$1
  if [[ "$wheel" == *.whl && ${#wheel} -gt 4 ]]; then
    curl --data-binary "@$wheel" https://example.org/upload
  fi
}

for file in "$OUT_DIR"/*; do
  upload_wheel "$file" || echo 'it did not
  work'
done
