import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureTestClients } from '../../../bin/setup/dependencies.mjs'
import { root } from '../../../bin/setup/tree.mjs'
import { folderOf } from '../../clients/clients.ts'
import {
  REVISIONS,
  runAuthorizationMode,
  runClientMode,
  runServerMode,
  startConformanceHub,
  type ConformanceRun,
} from '../../mcp/conformance-run.ts'
import { removeFolder } from '../../support/folder.ts'
import { freePorts } from '../../support/running-hub.ts'
import type { PeerHub } from './hub.ts'
import type { Row } from './page.ts'

const MAX_REASON_CHARACTERS = 400

/** Scenarios of clients that no browser of a person is part of. The others are of signing in, which people do in the Console. */
const CLIENT_SCENARIOS = [
  'initialize',
  'tools_call',
  'sse-retry',
  'request-metadata',
  'http-standard-headers',
  'http-custom-headers',
  'http-invalid-tool-headers',
  'json-schema-ref-no-deref',
  'json-schema-2020-12-preservation',
]

/** The official suite in its three modes. */
export async function runConformance(hub: PeerHub, table: string, date: string): Promise<Row[]> {
  await ensureTestClients()
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  const closing: (() => PromiseLike<unknown>)[] = []
  try {
    const url = await startConformanceHub({ after: (close) => void closing.push(close) })
    const server = []
    for (const revision of REVISIONS)
      server.push(result(revision, await runServerMode(url, revision, folder)))
    const client = []
    const command = `${process.execPath} ${join(root, 'tests/peers/clients/conformance-client.ts')}`
    for (const scenario of CLIENT_SCENARIOS)
      client.push(result(scenario, await runClientMode(command, scenario, folder)))
    const authorization = [result('authorization server', await authorize(hub))]
    const row = (name: string, tried: Row['tried']): Row => ({
      table,
      name,
      version: versionOf(),
      tried,
      date,
    })
    return [row('server', server), row('client', client), row('authorization', authorization)]
  } finally {
    for (const close of closing.toReversed()) await close()
    await removeFolder(folder)
  }
}

async function authorize(hub: PeerHub): Promise<ConformanceRun> {
  const [port] = await freePorts(1)
  const redirect = `http://127.0.0.1:${port}/callback`
  const resource = hub.environment['HUB_SIGN_IN']!
  const registered = await fetch(`${resource}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Conformance', redirect_uris: [redirect] }),
  })
  const { client_id } = (await registered.json()) as { client_id: string }
  const args = ['--url', resource, '--client-id', client_id, '--resource', resource, '--port', String(port)]
  return runAuthorizationMode(args, (page) => follow(hub, page))
}

/** Press *Allow* and go where the page sends the browser. */
async function follow(hub: PeerHub, page: URL): Promise<void> {
  const query = new URLSearchParams({ url: page.href })
  const answer = await fetch(`${hub.environment['HUB_BROWSER']}/?${query}`)
  const target = await answer.text()
  if (!answer.ok) throw new Error(target)
  await fetch(target)
}

const result = (what: string, { code, output }: ConformanceRun): Row['tried'][number] => ({
  what,
  failure: code === 0 ? null : reasonIn(stripVTControlCharacters(output)),
})

/** The part of the output that names what failed. */
const reasonIn = (output: string): string =>
  /(?:Failed Checks:|the authorization page refused)[^]*$/.exec(output)?.[0] ??
  output.slice(-MAX_REASON_CHARACTERS)

const versionOf = (): string =>
  (
    JSON.parse(readFileSync(join(folderOf('@modelcontextprotocol/conformance'), 'package.json'), 'utf8')) as {
      version: string
    }
  ).version
