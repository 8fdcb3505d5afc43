import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { signUp } from '../../support/console-person.ts'
import { runHub } from '../../support/running-hub.ts'
import { FUZZ_TABLE } from '../clients/page.ts'
import { FUZZ, pinnedVersion } from '../clients/toolchains.ts'
import type { AreaReport } from '../report.ts'
import type { Tried } from '../tries.ts'
import { fuzzed, type Description } from './operations.ts'
import { runBounded } from './run-bounded.ts'

/** Time limit of a run of schemathesis. Each caller of each API is one run, so there are six runs. */
const MAX_RUN_SECONDS = 28
/** schemathesis checks its time limit only between requests, so a run may exceed it. */
const MAX_PROCESS_MS = 80_000
const MAX_EXAMPLES = 200
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
]
const DESCRIPTIONS = { Console: '/portal/api/openapi.json', 'web chat': '/api/v1/openapi.json' }
const PASSWORD = 'correct horse battery'

export async function tryApis(report: AreaReport): Promise<void> {
  await FUZZ.install()
  await using hub = await runHub({
    fromSources: true,
    environment: { MCP_SERVER: 'true', MCP_OAUTH: 'true', SVC_DEFAULT_USER_ROLE: 'user' },
  })
  const keys: Record<string, string | null> = { nobody: null }
  for (const name of ['administrator', 'person']) {
    const account = { name, email: `${name}@example.com`, password: PASSWORD }
    const person = await signUp(hub.url, account)
    keys[name] = String((await person.call('POST', '/api/v1/auths/api_key')).api_key)
  }
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
  const tried: Tried[] = []
  for (const [title, path] of Object.entries(DESCRIPTIONS)) {
    const answer = await fetch(hub.url + path, {
      headers: { authorization: `Bearer ${keys['administrator']}` },
    })
    const file = join(folder, `${title}.json`)
    writeFileSync(file, JSON.stringify(fuzzed((await answer.json()) as Description)))
    for (const [caller, key] of Object.entries(keys)) {
      console.log(`\n${title}, called by ${caller}`)
      const failure = await runSchemathesis(file, { origin: hub.url, key })
      tried.push({ what: `${title} ${caller === 'nobody' ? 'without a key' : `as ${caller}`}`, failure })
    }
  }
  rmSync(folder, { recursive: true })
  const version = pinnedVersion(FUZZ, 'schemathesis')
  report.row({ table: FUZZ_TABLE, name: 'Schemathesis', version, tried })
}

async function runSchemathesis(
  file: string,
  { origin, key }: { origin: string; key: string | null },
): Promise<string | null> {
  const [program, ...start] = FUZZ.command('schemathesis')
  const args = [
    ...start,
    'run',
    file,
    `--origin=${origin}`,
    `--checks=${CHECKS.join(',')}`,
    `--max-time=${MAX_RUN_SECONDS}`,
    `--max-examples=${MAX_EXAMPLES}`,
    '--phases=examples,coverage,fuzzing',
    '--workers=1',
    '--continue-on-failure',
    '--seed=1',
    '--max-redirects=0',
    '--request-timeout=20',
    '--warnings=off',
    '--no-color',
    '--no-shrink',
    '--suppress-health-check=all',
    ...(key === null ? [] : [`--header=Authorization: Bearer ${key}`]),
  ]
  // schemathesis writes a folder into its working directory.
  const code = await runBounded([program, ...args], { cwd: dirname(file), maxMs: MAX_PROCESS_MS })
  if (code === null) return `did not end in ${MAX_PROCESS_MS / 1000} s`
  return code === 0 ? null : 'an answer differs from the description'
}
