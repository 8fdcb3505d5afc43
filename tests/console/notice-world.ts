import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import OpenAI from 'openai'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Store } from '#ground/store/store.ts'
import { testClock, type TestClock } from '../support/clock.ts'
import { startTestConsole, type ConsoleCaller, type TestConsole } from '../support/console.ts'
import { startRecordingServer } from '../support/recording-server.ts'

const MINUTE_MS = 60_000
/** An attempt that takes longer waits for the clock. */
const MAX_ATTEMPT_MS = 3000

export const SETTINGS = {
  // The test moves the clock, so Hubs seem to be away.
  muted: ['hub_away'],
  level: 'decision',
  with_solved: false,
  pace: 'at_once',
  daily_at: 480,
  quiet: null,
  time_zone: 'UTC',
  language: 'en',
}

export interface NoticeWorld extends TestConsole {
  clock: TestClock
  addWay(caller: ConsoleCaller, way: object): Promise<{ id: string; secret: string }>
  /** Moves the clock minute by minute until the condition holds. */
  passUntil(condition: () => boolean | Promise<boolean>): Promise<void>
  pass(minutes: number): Promise<void>
  letters(): Promise<{ id: string; state: string; reason: string | null; attempts: number }[]>
}

export async function startNoticeWorld(
  t: TestContext,
  {
    hubs = ['Garden'],
    environment = {},
  }: { hubs?: readonly string[]; environment?: Record<string, string> } = {},
): Promise<NoticeWorld> {
  const clock = testClock(Date.now() - (Date.now() % MINUTE_MS) + 1000)
  const world = await startTestConsole(t, { hubs, environment, clock, moves: 'all' })
  await world.admin.get('/me')
  const slotOf = async () =>
    (await world.store.db.selectFrom('notice_rounds').select('slot_ms').executeTakeFirstOrThrow()).slot_ms
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      await asleep(clock)
      // A second after the minute, so that no other loop, which sleeps for a minute, wakes at the same time.
      const slot = clock.now() + MINUTE_MS - (clock.now() % MINUTE_MS)
      clock.advance(slot + 1000 - clock.now())
      for (let tries = 1; (await slotOf()) < slot; tries++) {
        if (tries % 25 === 0) clock.advance(1000)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      await asleep(clock)
      await settled(world.store, clock)
    }
  }
  return {
    ...world,
    clock,
    pass,
    async passUntil(condition) {
      while (!(await condition())) await pass(1)
    },
    async addWay(caller, way) {
      const { status, json, text } = await caller.post('/notices/ways', way)
      if (status !== 201) throw new Error(`${status} ${text}`)
      return { id: json.way.id, secret: json.secret }
    },
    letters: () =>
      world.store.db
        .selectFrom('notice_letters')
        .select(['id', 'state', 'reason', 'attempts'])
        .orderBy('id')
        .execute(),
  }
}

/**
 * Advances the clock by one second at a time until the notices loop waits for the next full minute. Before that, the
 * loop may wait to retry a request, and this wait ends only if the clock advances.
 */
async function asleep(clock: TestClock): Promise<void> {
  for (;;) {
    const sleeping = clock.sleeperFor(MINUTE_MS - (clock.now() % MINUTE_MS)).then(() => true)
    const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), 500))
    if (await Promise.race([sleeping, late])) return
    clock.advance(1000)
  }
}

/** Waits until notices are planned for all people whose check was due, and attempts to send due letters have ended. */
async function settled({ db }: Store, clock: TestClock): Promise<void> {
  const until = performance.now() + MAX_ATTEMPT_MS
  let before = ''
  let same = 0
  let isSending = true
  while (same < 4 || (isSending && performance.now() < until)) {
    const letters = await db
      .selectFrom('notice_letters')
      .select(['id', 'state', 'attempts', 'due_at_ms'])
      .where('ended_at_ms', 'is', null)
      .execute()
    const people = await db.selectFrom('notice_settings').select(['email', 'due_at_ms']).execute()
    const now = JSON.stringify([letters, people])
    isSending = letters.some(
      ({ state, due_at_ms: due }) =>
        due <= clock.now() || (state === 'sending' && due > clock.now() + MINUTE_MS),
    )
    same = now === before ? same + 1 : 0
    before = now
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

export interface HookDelivery {
  id: string
  body: any
  text: string
}

/** Verifies signatures with the library of another project. */
export async function startHook(t: TestContext) {
  const delivered: HookDelivery[] = []
  const refused: string[] = []
  const answers: number[] = []
  const seen: string[] = []
  const state = { secret: '', heldUntil: Promise.resolve() }
  const { webhooks } = new OpenAI({ apiKey: 'none' })
  const server = await startRecordingServer(t, async (request, response) => {
    const text = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString()
    const headers = request.headers as Record<string, string>
    seen.push(headers['webhook-id'] ?? '')
    const answer = answers.shift() ?? 200
    // The library compares the signed time with the real clock, but tests move the Hub's clock: a tolerance of ten
    // years.
    await webhooks.verifySignature(text, headers, state.secret, 10 * 365 * 86_400).then(
      () =>
        void (answer < 300 && delivered.push({ id: headers['webhook-id']!, body: JSON.parse(text), text })),
      (error: Error) => void refused.push(error.message),
    )
    if (request.url?.includes('held')) await state.heldUntil
    response.writeHead(answer).end()
  })
  return { ...server, url: `${server.url}/hook?token=path-secret`, delivered, refused, answers, seen, state }
}

export interface MailServer {
  environment: Record<string, string>
  /** Accepted mails as they arrived. */
  raw: string[]
  mail(index: number): Promise<Email>
  /** Status codes of the next mails; default: accepted. */
  answers: number[]
  /** Also accepts this password, from every user. */
  accepts(password: string): void
}

export async function startMailServer(t: TestContext): Promise<MailServer> {
  const raw: string[] = []
  const answers: number[] = []
  const others = new Set<string>()
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if ((username === 'hub' && password === 'p@ss') || others.has(password ?? ''))
        done(null, { user: username })
      else done(new Error('wrong password'))
    },
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => void parts.push(part))
      stream.on('end', () => {
        const text = Buffer.concat(parts).toString()
        const responseCode = answers.shift()
        if (responseCode !== undefined) return done(Object.assign(new Error(`no: ${text}`), { responseCode }))
        raw.push(text)
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  t.after(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return {
    raw,
    mail: (index) => PostalMime.parse(raw[index]!),
    answers,
    accepts: (password) => void others.add(password),
    environment: {
      SVC_SMTP_URL: `smtp://hub:p%40ss@127.0.0.1:${port}`,
      SVC_MAIL_FROM: 'garden@example.com',
    },
  }
}

let runs = 0

export async function failRun(
  { store, clock }: Pick<NoticeWorld, 'store' | 'clock'>,
  { hub = 'garden', workflow = 'md:water', status = 'failed' } = {},
): Promise<void> {
  await store.db
    .insertInto('runs')
    .values({
      hub,
      id: `run-${++runs}`,
      workflow,
      trigger: 'manual',
      status,
      inputs: '{}',
      unsettled: 0,
      excused: 0,
      queued_at_ms: clock.now(),
      output_bytes: 0,
      output_removed: 0,
    })
    .execute()
}
