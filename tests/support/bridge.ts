import { join } from 'node:path'
import type { TestContext } from 'node:test'
import OpenAI, { type ClientOptions } from 'openai'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { redirectLogs } from '#ground/base/log.ts'
import { startBridge } from '#processes/bridge.ts'
import { openSecrets } from '#processes/secrets.ts'
import type { Ending } from './console.ts'
import { folderWith } from './folder.ts'
import { chatPathsOf, historyOf } from './stored-chats.ts'
import { placeMigratedSqlite } from './migrated.ts'
import { servicesOfHub } from './own-services.ts'

export interface TestBridge extends AsyncDisposable {
  readonly url: string
  readonly port: number
  /** The Hub's folder, called `Garden`. */
  readonly hubFolder: string
  /** The key the bridge made for itself. */
  readonly key: string
  /** The official client, called with the key. It does not retry unless told. */
  client(options?: ClientOptions): OpenAI
  /** `fetch` with the key; the path is below the bridge. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Post a completion request: a value is sent as JSON, text as it is. */
  complete(body: unknown, headers?: Record<string, string>, signal?: AbortSignal): Promise<Response>
  /** Every line of every chat's history, in no particular order between chats. */
  history(): Promise<Record<string, unknown>[]>
  /** Paths of all that is kept of chats, records and histories included, wherever it lies. */
  chatPaths(): Promise<string[]>
  /** Start another bridge over the same folder, once this one has stopped. */
  restart(): Promise<TestBridge>
}

export interface TestBridgeOptions {
  environment?: Record<string, string>
  files?: Record<string, string>
  clock?: Clock
}

/** Start a real bridge on a free port over a temporary Hub with the offline model. It stops when the test, or the file, ends. */
export async function startTestBridge(t: Ending, options: TestBridgeOptions = {}): Promise<TestBridge> {
  const root = await folderWith(t as TestContext, prefixed({ 'agent.md': AGENT, ...options.files }))
  const hubFolder = join(root, 'Garden')
  await placeMigratedSqlite(join(hubFolder, '.svc', 'hub.db'))
  return startOver(t, hubFolder, options)
}

async function startOver(t: Ending, hubFolder: string, options: TestBridgeOptions): Promise<TestBridge> {
  redirectLogs({ write: () => {} })
  // Group-based unless a test is about access: then everybody may come, also without a name.
  const environment = {
    BRIDGE_PORT: '0',
    PORT: '3080',
    SVC_ACCESS: 'groups',
    ...(await servicesOfHub(hubFolder, options.environment)),
    ...options.environment,
  }
  const running = await startBridge({ environment, hubFolder }, options.clock ?? systemClock)
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= Promise.resolve(running[Symbol.asyncDispose]()))
  t.after(stop)

  const { url } = running
  const { bridgeKey: key } = await openSecrets({ dataFolder: join(hubFolder, '.svc'), secretsFile: null })
  const authorized = (headers?: HeadersInit) => {
    const all = new Headers(headers)
    if (!all.has('authorization')) all.set('authorization', `Bearer ${key}`)
    return all
  }
  const call: TestBridge['fetch'] = (path, init = {}) =>
    fetch(url + path, { ...init, headers: authorized(init.headers) })
  return {
    url,
    port: Number(new URL(url).port),
    hubFolder,
    key,
    client: (more) => new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0, ...more }),
    fetch: call,
    complete: (body, headers = {}, signal) =>
      call('/v1/chat/completions', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        signal: signal ?? null,
      }),
    chatPaths: () => chatPathsOf(hubFolder),
    restart: () => startOver(t, hubFolder, options),
    history: () => historyOf(hubFolder),
    [Symbol.asyncDispose]: stop,
  }
}

const AGENT = `---
name: Gardener
description: Knows plants
suggestions:
  - /say Good morning
---
You look after a garden.
`

const prefixed = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [`Garden/${path}`, content]))

/** A person as the web chat names them. */
export const person = (email: string): Record<string, string> => ({ 'x-chatapp-user-email': email })

/** A request that says one thing. */
export const saying = (content: unknown, more: object = {}) => ({
  model: 'garden',
  messages: [{ role: 'user', content }],
  ...more,
})

/** What an answer says, whole. */
export const said = async (response: Response): Promise<string> => {
  const body = (await response.json()) as { choices: { message: { content: string } }[] }
  return body.choices[0]!.message.content
}

/** Status and error of a refusal. */
export const refusalOf = async (response: Response) => {
  const { error } = (await response.json()) as {
    error: { message: string; type: string; param: string | null; code: string | null }
  }
  return { status: response.status, ...error }
}
