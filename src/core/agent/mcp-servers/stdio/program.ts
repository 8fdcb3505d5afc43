import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Environment } from '#ground/base/environment.ts'
import type { McpReach } from '#ground/hub/mcp-file-schema.ts'
import type { McpProgram } from './process-group.ts'

export interface StdioSurroundings {
  hubFolder: string
  environment: Environment
}

/**
 * Variables that every program inherits. A program receives other variables, such as secrets, only through `env` in
 * `mcp.json`.
 */
const INHERITED = ['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER']

export async function programOf(
  { command, args, env, cwd }: McpReach & { type: 'stdio' },
  { hubFolder, environment }: StdioSurroundings,
): Promise<McpProgram> {
  const folder = resolve(hubFolder, cwd ?? '.')
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory()) throw new Error('can’t be started: its `cwd` is not a folder')
  const inherited = INHERITED.flatMap((name) =>
    environment[name] === undefined ? [] : [[name, environment[name]]],
  )
  return { command, args, cwd: folder, env: { ...Object.fromEntries(inherited), ...env } }
}
