import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { folderOf } from '../clients/clients.ts'
import type { Ending } from '../support/console.ts'
import { startKeyProxy } from '../support/key-proxy.ts'
import { startTestMcp } from '../support/mcp.ts'
import { CONFORMANCE_HUB } from './conformance-hub.ts'

const PROGRAM = join(folderOf('@modelcontextprotocol/conformance'), 'dist/index.js')
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

export const REVISIONS = ['2025-11-25', '2026-07-28'] as const

/** What the service leaves out, each with its reason. An exception that passes fails the run. */
const exceptionsOf = (name: string) => join(import.meta.dirname, `conformance-${name}.yaml`)

export interface ConformanceRun {
  code: number
  output: string
}

/** Start a Hub with the tools that the suite asks for. Gives an address that needs no key. */
export async function startConformanceHub(t: Ending): Promise<string> {
  const hub = await startTestMcp(t, { files: CONFORMANCE_HUB })
  const { key } = await hub.member('Bea')
  return startKeyProxy(t, hub.mcpUrl, key)
}

/** Run what a revision requires of servers. Results are written to a folder. */
export const runServerMode = (url: string, revision: string, folder: string): Promise<ConformanceRun> =>
  runSuite([
    'server',
    `--url=${url}`,
    `--requirements=${revision}`,
    `--expected-failures=${exceptionsOf(revision)}`,
    `--output-dir=${folder}`,
  ])

/** Run one scenario against a command that connects to the address that it gets as its last argument. */
export const runClientMode = (command: string, scenario: string, folder: string): Promise<ConformanceRun> =>
  runSuite([
    'client',
    `--command=${command}`,
    `--scenario=${scenario}`,
    '--timeout=60000',
    `--expected-failures=${exceptionsOf('client')}`,
    `--output-dir=${folder}`,
  ])

/** Run the checks of authorization servers. `onPage` gets the authorization page and stands for the browser. */
export async function runAuthorizationMode(
  args: readonly string[],
  onPage: (page: URL) => Promise<void>,
): Promise<ConformanceRun> {
  const child = spawn(process.execPath, [PROGRAM, 'authorization', ...args], {
    env: { ...process.env, BROWSER: 'true' },
  })
  let output = ''
  const seen = new Set<string>()
  const read = (text: string) => {
    output += text
    for (const [page] of output.matchAll(/http\S+\/authorize\S*client_id=\S+/g)) {
      if (seen.has(page)) continue
      seen.add(page)
      onPage(new URL(page)).catch((error: Error) => {
        output += `\nthe authorization page refused: ${error.message}`
        child.kill() // it would wait for the redirect without end
      })
    }
  }
  child.stdout.setEncoding('utf8').on('data', read)
  child.stderr.setEncoding('utf8').on('data', read)
  const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? 1)))
  return { code, output }
}

const runSuite = (args: readonly string[]): Promise<ConformanceRun> =>
  new Promise((resolve) => {
    const options = { maxBuffer: MAX_OUTPUT_BYTES }
    execFile(process.execPath, [PROGRAM, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    )
  })
