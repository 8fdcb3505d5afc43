import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { TestContext } from 'node:test'
import {
  startTestConsole,
  type ConsoleCaller,
  type Ending,
  type TestConsole,
  type TestConsoleOptions,
} from './console.ts'

export interface TestMcp extends TestConsole {
  mcpUrl: string
  keyOf(person: ConsoleCaller): Promise<string>
  revokeKey(person: ConsoleCaller): Promise<void>
  member(name: string, ...capabilities: string[]): Promise<{ person: ConsoleCaller; key: string }>
  grant(person: ConsoleCaller, permission: string): Promise<void>
  revoke(person: ConsoleCaller, permission: string): Promise<void>
}

export async function startTestMcp(t: Ending, options: TestConsoleOptions = {}): Promise<TestMcp> {
  const started = await startTestConsole(t, options)
  const keyRequest = async (method: string, person: ConsoleCaller): Promise<Response> => {
    const answer = await fetch(`${started.chatappUrl}/api/v1/auths/api_key`, {
      method,
      headers: { authorization: `Bearer ${person.token}` },
    })
    if (!answer.ok) throw new Error(`${method} of a key answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const keyOf: TestMcp['keyOf'] = async (person) => {
    const { api_key } = (await (await keyRequest('POST', person)).json()) as { api_key: string }
    return api_key
  }
  const change = (action: 'grant' | 'revoke') => async (person: ConsoleCaller, permission: string) => {
    const request = { subject: person.email, hub: 'garden', permission }
    const changed = await started.access[action]({ actor: { system: 'cli' } }, request)
    if (!changed.ok) throw new Error(`not changed: ${JSON.stringify(changed.refusal)}`)
  }
  const grant = change('grant')
  return {
    ...started,
    mcpUrl: `${started.url}/mcp`,
    keyOf,
    revokeKey: async (person) => void (await keyRequest('DELETE', person)),
    grant,
    revoke: change('revoke'),
    async member(name, ...capabilities) {
      const person = await started.addPerson(name)
      for (const permission of ['use_hub', ...capabilities]) await grant(person, permission)
      return { person, key: await keyOf(person) }
    },
  }
}

/** Posts a message without an SDK. Strings are sent unchanged. */
export const post = (
  url: string,
  message: unknown,
  headers: Record<string, string | undefined> = {},
  signal?: AbortSignal,
): Promise<Response> => {
  const all = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  }
  return fetch(url, {
    method: 'POST',
    headers: Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
    body: typeof message === 'string' ? message : JSON.stringify(message),
    signal: signal ?? null,
  })
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

export const request = (method: string, params: object = {}, id: string | number = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

export const callOf = (name: string, given: object = {}, id: string | number = 1) =>
  request('tools/call', { name, arguments: given }, id)

/** A message of revision 2026-07-28, with its headers. */
export function modernRequest(method: string, params: Record<string, unknown> = {}, id: string | number = 1) {
  const { _meta, ...rest } = params as { _meta?: object }
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const name = params.name ?? params.uri
  return {
    message: request(method, { ...rest, _meta: { ...envelope, ..._meta } }, id),
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
    },
  }
}

export async function messageIn(response: Response): Promise<any> {
  const text = await response.text()
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return JSON.parse(text)
  const last = text.split('\n').findLast((line) => line.startsWith('data: {'))
  return JSON.parse(last!.slice('data: '.length))
}

export async function connectClient(
  t: Pick<TestContext, 'after'>,
  url: string,
  key: string,
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: bearer(key) } }),
  )
  t.after(() => client.close())
  return client
}
