import type { TestContext } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { startMailServer, type MailServer } from '../console/notice-world.ts'
import { startTestConsole, type TestConsole } from '../support/console.ts'
import { testClock, type TestClock } from '../support/clock.ts'

export interface Answer {
  status: number
  json: any
  text: string
  headers: Headers
}

export interface MailWorld extends TestConsole {
  server: MailServer
  clock: TestClock
  /** Sends a request to the web chat as a browser without a session. */
  send(path: string, body: object, headers?: Record<string, string>): Promise<Answer>
  /** Moves the clock until the mail server has this number of mails. */
  mails(count: number): Promise<void>
  /** Moves the clock by this time, in steps in which due mails are sent. */
  pass(ms: number): Promise<void>
  tokenIn(index: number): Promise<string>
  signIn(email: string, password: string, headers?: Record<string, string>): Promise<Answer>
  ledgerOf(email: string): Promise<any[]>
}

const STEP_MS = 31_000

export async function startMailWorld(
  t: TestContext,
  environment: Record<string, string> = {},
  { hasMail = true } = {},
): Promise<MailWorld> {
  const clock = testClock(systemClock.now())
  const server = await startMailServer(t)
  const world = await startTestConsole(t, {
    hubs: ['Garden', 'Orchard'],
    environment: { ...(hasMail && server.environment), ...environment },
    clock,
    moves: 'all',
  })
  await world.admin.get('/me')
  const send: MailWorld['send'] = (path, body, headers = {}) => post(world.chatappUrl, path, body, headers)
  const settle = () => new Promise((resolve) => setTimeout(resolve, 40))
  return {
    ...world,
    server,
    clock,
    send,
    async mails(count) {
      for (let tries = 0; server.raw.length < count; tries++) {
        if (tries > 200) throw new Error(`${server.raw.length} mails arrived instead of ${count}`)
        await settle()
        if (tries % 10 === 9) clock.advance(STEP_MS)
      }
    },
    async pass(ms) {
      for (let left = ms; left > 0; left -= STEP_MS) {
        clock.advance(Math.min(left, STEP_MS))
        await settle()
      }
    },
    tokenIn: async (index) => /#(?:invitation|reset)=([\w-]+)/.exec((await server.mail(index)).text!)![1]!,
    signIn: (email, password, headers) => send('/api/v1/auths/signin', { email, password }, headers),
    ledgerOf: async (email) => (await world.admin.get(`/access-changes?user=${email}`)).json.items,
  }
}

export async function post(
  url: string,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return {
    status: response.status,
    text,
    json: text.startsWith('{') ? JSON.parse(text) : null,
    headers: response.headers,
  }
}

/** A known e-mail whose address cannot be confused with another person of the world. */
export const inviteOf = (emails: readonly string[], more: object = {}) => ({
  emails,
  grants: [{ hub: 'garden', permission: 'use_hub' }],
  ...more,
})
