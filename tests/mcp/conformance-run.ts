import { execFile, spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { folderOf } from '../clients/clients.ts'
import type { Ending } from '../support/console.ts'
import { removeFolder } from '../support/folder.ts'
import { startKeyProxy } from '../support/key-proxy.ts'
import { startTestMcp } from '../support/mcp.ts'
import { CONFORMANCE_HUB } from './conformance-hub.ts'
import type { ScenarioResult } from './conformance-verdict.ts'

const PROGRAM = join(folderOf('@modelcontextprotocol/conformance'), 'dist/index.js')
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024
const CLIENT_TIMEOUT_MS = 180_000

export const REVISIONS = ['2025-11-25', '2026-07-28'] as const

export interface ListedScenario {
  scenario: string
  revisions: readonly string[]
}

export async function startConformanceHub(t: Ending): Promise<string> {
  const hub = await startTestMcp(t, { files: CONFORMANCE_HUB })
  const { key } = await hub.member('Bea')
  return startKeyProxy(t, hub.mcpUrl, key)
}

export async function listScenarios(mode: 'server' | 'client'): Promise<ListedScenario[]> {
  const { output } = await runSuite(['list', `--${mode}`])
  return [...output.matchAll(/^ +- (\S+) \[([^\]]+)\]$/gm)].map(([, scenario, revisions]) => ({
    scenario: scenario!,
    revisions: revisions!.split(',').filter((revision) => revision !== 'extension'),
  }))
}

export const runServerRevision = (url: string, revision: string): Promise<ScenarioResult[]> =>
  withResults('server-', (folder) =>
    runSuite(['server', `--url=${url}`, `--requirements=${revision}`, `--output-dir=${folder}`]),
  )

export const runServerScenario = (url: string, scenario: string): Promise<ScenarioResult[]> =>
  withResults('server-', (folder) =>
    runSuite(['server', `--url=${url}`, `--scenario=${scenario}`, `--output-dir=${folder}`]),
  )

/** The suite appends the server's address to the command. */
export const runClientScenario = async (
  command: string,
  scenario: string,
  revision: string | null,
): Promise<ScenarioResult> => {
  const [result] = await withResults('', (folder) =>
    runSuite([
      'client',
      `--command=${command}`,
      `--scenario=${scenario}`,
      ...(revision === null ? [] : [`--spec-version=${revision}`]),
      `--timeout=${CLIENT_TIMEOUT_MS}`,
      `--output-dir=${folder}`,
    ]),
  )
  return result!
}

/** `onPage` receives the authorization page and acts as the browser. */
export const runAuthorizationMode = (
  args: readonly string[],
  onPage: (page: URL) => Promise<void>,
): Promise<ScenarioResult[]> =>
  withResults('authorization-server-', async (folder) => {
    const child = spawn(process.execPath, [PROGRAM, 'authorization', ...args, `--output-dir=${folder}`], {
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
          child.kill() // otherwise the suite waits for the redirect forever
        })
      }
    }
    child.stdout.setEncoding('utf8').on('data', read)
    child.stderr.setEncoding('utf8').on('data', read)
    const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? 1)))
    return { code, output }
  })

interface SuiteRun {
  code: number
  output: string
}

const TIMESTAMP = /-\d{4}-\d\d-\d\dT[\dZ-]+$/

interface Check {
  id: string
  status: string
  description: string
  errorMessage?: string
}

/**
 * @param prefix Prefix of the suite's folder names.
 * @throws Error if the suite wrote no result.
 */
async function withResults(
  prefix: string,
  run: (folder: string) => Promise<SuiteRun>,
): Promise<ScenarioResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  try {
    const { code, output } = await run(folder)
    const results = globSync('**/checks.json', { cwd: folder }).map((path) => {
      const checks = JSON.parse(readFileSync(join(folder, path), 'utf8')) as Check[]
      const scenario = dirname(path).slice(prefix.length).replace(TIMESTAMP, '')
      return { scenario, failures: failuresIn(checks) }
    })
    if (results.length === 0) throw new Error(`The conformance suite gave no result: ${output.slice(-1000)}`)
    const [only] = results
    // The suite also fails if the client exits with an error, even if no check failed.
    if (results.length === 1 && code !== 0 && only!.failures.length === 0)
      return [{ ...only!, failures: [{ check: 'exit', reason: output.slice(-1000) }] }]
    return results
  } finally {
    await removeFolder(folder)
  }
}

/** The suite also fails a scenario for a warning. */
const failuresIn = (checks: readonly Check[]) =>
  checks
    .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
    .map(({ id, description, errorMessage }) => ({ check: id, reason: errorMessage ?? description }))

const runSuite = (args: readonly string[]): Promise<SuiteRun> =>
  new Promise((resolve) => {
    const options = { maxBuffer: MAX_OUTPUT_BYTES }
    execFile(process.execPath, [PROGRAM, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    )
  })
