import assert from 'node:assert/strict'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../support/until.ts'
import type { UpstreamAnswer } from '../../support/upstream-answer.ts'
import { type FrontHub } from './hub.ts'
import { jsonBody, NAME, open, originOf, send, type Answer } from './requests.ts'

export const keyOf = ({ person }: FrontHub): string[] => [`Authorization: Bearer ${person.apiKey}`]

export const signIn = (hub: FrontHub, sent: { from?: string; headers?: Record<string, string> } = {}) => {
  const { email, password } = hub.person
  const { body, headers } = jsonBody({ email, password })
  return accepted(
    send(hub.door, '/api/v1/auths/signin', {
      ...sent,
      ...(body !== undefined && { body }),
      headers: { ...headers, ...sent.headers },
    }),
  )
}

export const accepted = async (answer: Promise<Answer>): Promise<Answer> => {
  const { status, text } = await answer
  assert.equal(status, 200, text)
  return answer
}

export async function sessionOf(hub: FrontHub): Promise<string> {
  const { headers } = await signIn(hub)
  return headers['set-cookie']!.find((line) => line.startsWith('token='))!.split(';')[0]!
}

export async function call(hub: FrontHub, cookie: string, path: string, value: unknown): Promise<any> {
  const { body, headers } = jsonBody(value)
  const sent = { headers: { ...headers, cookie, origin: originOf(hub.door) } }
  return (await accepted(send(hub.door, path, { ...sent, ...(body !== undefined && { body }) }))).json
}

interface Pieces {
  until(part: string): Promise<unknown>
  leave(): void
}

export async function ask(hub: FrontHub): Promise<{ answer: UpstreamAnswer; pieces: Pieces }> {
  const asked = nextAnswer(hub)
  const { body, headers } = jsonBody({
    model: hub.slug,
    stream: true,
    messages: [{ role: 'user', content: 'Hello' }],
  })
  const authorization = `Bearer ${hub.person.apiKey}`
  const pieces = await follow(hub, '/api/chat/completions', { ...headers, authorization }, body as string)
  return { answer: await within(asked, 'the model is asked'), pieces }
}

export const nextAnswer = ({ model }: FrontHub): Promise<UpstreamAnswer> =>
  new Promise((resolve) => model.script((answer) => resolve(answer)))

export function endTurn(answer: UpstreamAnswer): void {
  answer.finish('stop')
  answer.done()
}

export async function follow(
  hub: FrontHub,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Pieces> {
  const leaving = new AbortController()
  const response = await open(hub.door, path, {
    headers,
    signal: leaving.signal,
    ...(body !== undefined && { body }),
  })
  assert.equal(response.statusCode, 200)
  let received = ''
  response.setEncoding('utf8').on('data', (text: string) => (received += text))
  response.on('error', () => {}) // a restart of the reverse proxy may break this stream
  return {
    until: (part) =>
      until(async () => received.includes(part), { what: `“${part}” arrives`, timeoutMs: 5000 }),
    leave: () => leaving.abort(),
  }
}

export async function openTls({ door }: FrontHub): Promise<TLSSocket> {
  const socket = connectTls({ host: '127.0.0.1', port: door.port, servername: NAME, ca: door.caText })
  socket.on('error', () => {})
  await once(socket, 'secureConnect')
  return socket
}

const LIMIT_MS = 10_000

export async function within<T>(promise: Promise<T>, condition: string): Promise<T> {
  const timer = new AbortController()
  const late = sleep(LIMIT_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`timed out: ${condition}`)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    timer.abort()
    late.catch(() => {})
  }
}
