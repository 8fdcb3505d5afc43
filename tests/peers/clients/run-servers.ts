import { spawn } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../../support/folder.ts'
import { freePorts } from '../../support/free-ports.ts'
import type { PeerHub } from './hub.ts'
import { SERVER_TABLE, type Row, type UndatedRow } from './page.ts'
import type { Server } from './peers.ts'
import { pinnedVersion } from './toolchains.ts'
import { until } from '../../support/until.ts'

/** Servers restart after each change of `mcp.json`, and imports of Python programs take seconds on a busy computer. */
const SERVER_START_TIMEOUT_MS = 180_000

const START_MS = 2000
const CALL_TIMEOUT_MS = 45_000

export const declinedAnswer = (server: string, question: string): string =>
  `[About ${server}: It asked “${question}”. Nobody can be asked here, so the question was declined. In the web chat it is shown to the person.]`

type Call = (tool: string, input?: object) => Promise<string>

/** A check returns the reason for a failure, or null. */
const CHECKS: Readonly<Record<string, (call: Call, hub: PeerHub, server: string) => Promise<string | null>>> =
  {
    call: async (call) => is(await call('greet', { name: 'Ann' }), 'Hello Ann'),
    'structured result once': async (call) => {
      const text = await call('add', { a: 2, b: 3 })
      return (text.match(/\b5\b/g) ?? []).length === 1 ? null : `not once: ${text}`
    },
    error: async (call) => contains(await call('fail'), 'The well is dry'),
    progress: async (call) => contains(await call('steps'), 'three steps'),
    picture: async (call, hub) => {
      const text = await call('picture')
      const link = /\/artifacts\/[^\s)\]"]+/.exec(text)?.[0]
      if (!link) return `no link: ${text}`
      const type = (await fetch(new URL(link, hub.url))).headers.get('content-type')
      return type === 'image/png' ? null : `the link gives ${type}`
    },
    question: async (call, _hub, server) =>
      is(await call('ask'), `answer: decline\n\n${declinedAnswer(server, 'Which bed?')}`),
  }

const WAYS: readonly { way: string; isHttp: boolean; protocolVersion?: string; checks: readonly string[] }[] =
  [
    { way: 'stdio', isHttp: false, checks: Object.keys(CHECKS) },
    { way: 'http', isHttp: true, checks: Object.keys(CHECKS) },
    { way: 'stdio, 2025-11-25', isHttp: false, protocolVersion: '2025-11-25', checks: ['question'] },
    { way: 'http, 2025-11-25', isHttp: true, protocolVersion: '2025-11-25', checks: ['question'] },
  ]

export async function runServer(server: Server, hub: PeerHub): Promise<UndatedRow> {
  const folder = await mkdtemp(join(tmpdir(), 'peer-server-'))
  const [port] = await freePorts(1)
  const [command, ...args] = server.toolchain.command(server.program)
  const env = { PEER_LOG: join(folder, 'http'), PEER_PORT: String(port) }
  const web = spawn(command, args, { env: { ...process.env, ...env }, stdio: 'ignore' })
  const tried: Row['tried'][number][] = []
  try {
    for (const [index, { way, isHttp, protocolVersion, checks }] of WAYS.entries()) {
      // A new name, so that no call reaches the previous transport's server, which is stopping.
      const name = `${server.id.replaceAll('-', '_')}_${index + 1}`
      const log = join(folder, isHttp ? 'http' : 'stdio')
      await hub.useServers({
        [name]: {
          ...(isHttp ? { url: `http://127.0.0.1:${port}/mcp` } : { command, args, env: { PEER_LOG: log } }),
          ...(protocolVersion && { hub: { protocolVersion } }),
        },
      })
      for (const { what, failure } of await tryServer(name, hub, checks, log))
        tried.push(withMissing(server, `${what} (${way})`, failure))
    }
  } finally {
    await hub.useServers({})
    web.kill()
    await removeFolder(folder)
  }
  return {
    table: SERVER_TABLE,
    name: server.name,
    version: pinnedVersion(server.toolchain, server.package),
    tried,
  }
}

/** A try in `missing` that succeeds counts as a failure, so that the list stays current. */
function withMissing({ missing = [] }: Server, what: string, failure: string | null): Row['tried'][number] {
  if (!missing.includes(what)) return { what, failure }
  return failure === null
    ? { what, failure: 'the library can do it: remove it from `missing`' }
    : { what, failure: null, isMissing: true }
}

async function tryServer(
  name: string,
  hub: PeerHub,
  checks: readonly string[],
  log: string,
): Promise<Row['tried']> {
  const call: Call = (tool, input = {}) => askToCall(hub, `${name}__${tool}`, input)
  try {
    let calls = 0 // makes each request different, because the Hub's loop limit stops identical requests
    const greets = async () => (await call('greet', { name: `Ann ${++calls}` })).includes('Hello')
    await until(greets, { everyMs: 100, what: 'the server starts', timeoutMs: SERVER_START_TIMEOUT_MS })
  } catch {
    return [{ what: 'start', failure: await call('greet', { name: 'Ann' }).catch(String) }]
  }
  const tried = []
  for (const what of checks)
    tried.push({
      what,
      failure: await CHECKS[what]!(call, hub, name).catch((error: Error) => error.message),
    })
  if (checks.includes('call')) tried.push({ what: 'cancel', failure: await cancel(hub, name, log) })
  return tried
}

async function askToCall(hub: PeerHub, tool: string, input: object, signal?: AbortSignal): Promise<string> {
  const content = `call ${tool} ${JSON.stringify(input)}`
  const answer = await fetch(`${hub.environment['HUB_API']}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${hub.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: hub.environment['HUB_MODEL'], messages: [{ role: 'user', content }] }),
    signal: signal ?? AbortSignal.timeout(CALL_TIMEOUT_MS),
  })
  const text = await answer.text()
  if (!answer.ok) return text
  const { choices } = JSON.parse(text) as { choices: { message: { content: string } }[] }
  return choices[0]!.message.content.replace(/^result: /, '')
}

async function cancel(hub: PeerHub, name: string, log: string): Promise<string | null> {
  await askToCall(hub, `${name}__wait`, {}, AbortSignal.timeout(START_MS)).catch(() => null)
  const lines = async () => (await readFile(log, 'utf8').catch(() => '')).split('\n')
  await until(async () => (await lines()).length > 2, { what: 'the waiting tool ends' }).catch(() => null)
  const [, end] = await lines()
  return end === 'stopped' ? null : `the tool ${end ? 'ran to its end' : 'recorded no end'}`
}

const is = (text: string, wanted: string) => (text === wanted ? null : `not ${wanted}: ${text}`)
const contains = (text: string, wanted: string) => (text.includes(wanted) ? null : `not ${wanted}: ${text}`)
