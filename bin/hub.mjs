#!/usr/bin/env node
// Plain JavaScript for Node 18 and later. Installs a supported Node and dependencies, builds pages, and bundles the
// server, if missing.
import module from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleSteps, currentBundle, ensureBundle } from './setup/bundle.mjs'
import { answerWithoutSetup, unknownCommand } from './setup/command-help.mjs'
import { dependencySteps, ensureDependencies } from './setup/dependencies.mjs'
import { onNewEnoughNode } from './setup/node.mjs'
import { planSteps, runCommand } from './setup/report.mjs'
import { isInstalledPackage, maySetUp, root } from './setup/tree.mjs'
import { ensureWeb, webSteps } from './setup/web.mjs'

const args = process.argv.slice(2)
const [command] = args
// Installed files must be readable by all users, because another user may run the service later.
if (command === 'setup') process.umask(0o022)

const missingSteps = isInstalledPackage() ? 0 : dependencySteps()
const answer = answerWithoutSetup(args) ?? (missingSteps > 0 ? unknownCommand(args) : null)
if (answer !== null) print(answer)
else await runCommand(() => onNewEnoughNode(hub))

async function hub() {
  if (isInstalledPackage()) return start(join(root, 'dist', 'cli.js'))
  const pageSteps = command === 'run' || command === 'setup' ? webSteps() : 0
  // An edited server source alone causes no build: `hub` then runs from the sources at once.
  const serverSteps = pageSteps > 0 || command === 'setup' ? bundleSteps() : 0
  planSteps(missingSteps + pageSteps + serverSteps)
  await ensureDependencies()
  if (pageSteps > 0) await ensureWeb()
  if (serverSteps > 0) await ensureBundle()
  const bundled = process.env.HUB_FROM_SOURCES ? null : currentBundle()
  if (bundled) return start(bundled)
  await import('./setup/source-modules.mjs')
  return start(join(root, 'src', 'cli', 'main.ts'))
}

function print({ text, exitCode }) {
  const output = exitCode === 0 ? process.stdout : process.stderr
  output.on('error', () => {}).write(text)
  process.exitCode = exitCode
}

async function start(entry) {
  const cache = process.env.NODE_COMPILE_CACHE ?? cacheFolder()
  if (cache) module.enableCompileCache((process.env.NODE_COMPILE_CACHE = cache))
  const { main } = await import(pathToFileURL(entry).href)
  return main(process.argv)
}

/** Undefined for a user without a home folder, such as in a container. */
function cacheFolder() {
  if (!isInstalledPackage() && maySetUp()) return join(root, 'node_modules', '.cache', 'hub-service')
  // systemd sets CACHE_DIRECTORY for a unit with `CacheDirectory=`.
  const { CACHE_DIRECTORY, HOME } = process.env
  const folder = CACHE_DIRECTORY ?? (HOME && join(HOME, '.cache'))
  return folder && join(folder, 'hub-service')
}
