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
  readonly hubFolder: string
  readonly key: string
  /** The official client with the bridge key; default: no retries. */
  client(options?: ClientOptions): OpenAI
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Strings are sent unchanged, other values as JSON. */
  complete(body: unknown, headers?: Record<string, string>, signal?: AbortSignal): Promise<Response>
  history(): Promise<Record<string, unknown>[]>
  chatPaths(): Promise<string[]>
  restart(): Promise<TestBridge>
}

export interface TestBridgeOptions {
  environment?: Record<string, string>
  files?: Record<string, string>
  clock?: Clock
}

export async function startTestBridge(t: Ending, options: TestBridgeOptions = {}): Promise<TestBridge> {
  const root = await folderWith(t as TestContext, prefixed({ 'agent.md': AGENT, ...options.files }))
  const hubFolder = join(root, 'Garden')
  await placeMigratedSqlite(join(hubFolder, '.svc', 'hub.db'))
  return startOver(t, hubFolder, options)
}

async function startOver(t: Ending, hubFolder: string, options: TestBridgeOptions): Promise<TestBridge> {
  redirectLogs({ write: () => {} })
  // Unless a test sets `SVC_ACCESS`, requests need no identity header: with `groups`, the bridge permits everyone.
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

export const person = (email: string): Record<string, string> => ({ 'x-chatapp-user-email': email })

export const saying = (content: unknown, more: object = {}) => ({
  model: 'garden',
  messages: [{ role: 'user', content }],
  ...more,
})

export const readText = async (response: Response): Promise<string> => {
  const body = (await response.json()) as { choices: { message: { content: string } }[] }
  return body.choices[0]!.message.content
}

export const refusalOf = async (response: Response) => {
  const { error } = (await response.json()) as {
    error: { message: string; type: string; param: string | null; code: string | null }
  }
  return { status: response.status, ...error }
}
