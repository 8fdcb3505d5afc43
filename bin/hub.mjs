#!/usr/bin/env node
// Runs the `hub` command. Plain JavaScript for any Node from 18 on: it first sees to a new enough Node, the
// dependencies and the built pages. Once they are there it only looks.
import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureDependencies } from './setup/dependencies.mjs'
import { onNewEnoughNode } from './setup/node.mjs'
import { runCommand } from './setup/report.mjs'
import { isInstalledPackage, root } from './setup/tree.mjs'
import { ensureWeb } from './setup/web.mjs'

const command = process.argv[2]
// The service may run as another user afterwards, and has to read the created files.
if (command === 'setup') process.umask(0o022)

await runCommand(() => onNewEnoughNode(hub))

async function hub() {
  if (isInstalledPackage())
    return start(join(root, 'dist', 'cli.js'), join(homedir(), '.cache', 'hub-service'))
  await ensureDependencies()
  if (command === 'run' || command === 'setup') await ensureWeb()
  await import('./setup/source-modules.mjs')
  return start(join(root, 'src', 'cli', 'main.ts'), join(root, 'node_modules', '.cache', 'hub-service'))
}

/** The compile cache also keeps TypeScript with its types stripped; child processes find it by the variable. */
async function start(entry, cacheFolder) {
  process.env.NODE_COMPILE_CACHE ??= cacheFolder
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  const { main } = await import(pathToFileURL(entry).href)
  return main(process.argv)
}
