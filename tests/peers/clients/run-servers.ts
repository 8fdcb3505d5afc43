import { spawn } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../../support/folder.ts'
import { freePorts } from '../../support/running-hub.ts'
import type { PeerHub } from './hub.ts'
import { SERVER_TABLE, type Row } from './page.ts'
import type { Server } from './peers.ts'
import { pinnedVersion } from './toolchains.ts'
import { until } from './until.ts'

/** Time that a call gets before the person stops the answer. */
const START_MS = 2000
const CALL_TIMEOUT_MS = 45_000

/** The sentence that the model gets beside the tool's result. */
const DECLINED = 'It asked “Which bed?”. Nobody can be asked here, so the question was declined.'

type Call = (tool: string, input?: object) => Promise<string>

/** What the model gets of each tool, as text. A check gives the reason of a failure, or null. */
const CHECKS: Readonly<Record<string, (call: Call, hub: PeerHub) => Promise<string | null>>> = {
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
  'no answer without a person': async (call) => {
    const text = await call('ask')
    return /accept/.test(text) ? `the question was accepted: ${text}` : contains(text, DECLINED)
  },
}

/** Use one server over stdio and over HTTP as an outside server of the Hub. */
export async function runServer(server: Server, hub: PeerHub, date: string): Promise<Row> {
  const folder = await mkdtemp(join(tmpdir(), 'peer-server-'))
  const [port] = await freePorts(1)
  const [command, ...args] = server.toolchain.command(server.program)
  const env = { PEER_LOG: join(folder, 'http'), PEER_PORT: String(port) }
  const web = spawn(command, args, { env: { ...process.env, ...env }, stdio: 'ignore' })
  const tried: { what: string; failure: string | null }[] = []
  try {
    const name = server.id.replaceAll('-', '_')
    const stdioLog = join(folder, 'stdio')
    await hub.useServers({
      [`${name}_stdio`]: { command, args, env: { PEER_LOG: stdioLog } },
      [`${name}_http`]: { url: `http://127.0.0.1:${port}/mcp` },
    })
    for (const transport of ['stdio', 'http'])
      for (const { what, failure } of await tryServer(`${name}_${transport}`, hub, join(folder, transport)))
        tried.push({ what: `${what} (${transport})`, failure })
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
    date,
  }
}

async function tryServer(name: string, hub: PeerHub, log: string): Promise<Row['tried']> {
  const call: Call = (tool, input = {}) => askToCall(hub, `${name}__${tool}`, input)
  try {
    await until(async () => (await call('greet', { name: 'Ann' })).includes('Hello'), 'the server starts')
  } catch {
    return [{ what: 'start', failure: await call('greet', { name: 'Ann' }).catch(String) }]
  }
  const tried = []
  for (const [what, check] of Object.entries(CHECKS))
    tried.push({ what, failure: await check(call, hub).catch((error: Error) => error.message) })
  tried.push({ what: 'cancel', failure: await cancel(hub, name, log) })
  return tried
}

/** The model calls the tool; its answer is what it got from the tool. */
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
  await until(async () => (await lines()).length > 2, 'the waiting tool ends').catch(() => null)
  const [, end] = await lines()
  return end === 'stopped' ? null : `the tool ${end ? 'ran to its end' : 'recorded no end'}`
}

const is = (text: string, wanted: string) => (text === wanted ? null : `not ${wanted}: ${text}`)
const contains = (text: string, wanted: string) => (text.includes(wanted) ? null : `not ${wanted}: ${text}`)
