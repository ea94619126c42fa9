#!/bin/sh
# Copies what production runs into a new folder: prune.sh <folder>. Needs `pnpm install` and `pnpm build` before it, and no
# network. The result can be moved: what was built, its migrations, the dependencies of the apps, and nothing else.
set -eu
destino=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$(dirname "$0")/../.."
pnpm="npx -y $(node -p 'require("./package.json").packageManager')"

cp package.json pnpm-lock.yaml pnpm-workspace.yaml infra/docker/healthcheck.mjs "$destino"
for pasta in apps/* packages/*; do
  [ -d "$pasta/dist" ] || continue # packages/testing
  mkdir -p "$destino/$pasta"
  cp -R "$pasta/package.json" "$pasta/dist" "$destino/$pasta"
done
cp -R packages/db/migrations "$destino/packages/db"
find "$destino" \( -name '*.d.ts' -o -name .tsbuildinfo \) -delete

# The lockfile was checked when it was installed; offline there is nothing to check the age of a release against.
loja=$($pnpm store path)
cd "$destino"
$pnpm --filter '{./apps/**}...' install --prod --frozen-lockfile --offline --trust-lockfile --store-dir "$loja"

# The compiler, 30 MB, comes as an optional peer of a library that only ever reads its types.
rm -rf node_modules/.pnpm/typescript@* node_modules/.pnpm/@typescript+*
