import { backoffMs } from '#ground/base/backoff.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { startLoop } from '#ground/base/loop.ts'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import type { Store } from '#ground/store/store.ts'
import { sendMail, type MailServer } from '../send-mail.ts'
import { contentOf } from './content.ts'
import type { AccountMailProblem, AccountMailSender } from '#ground/identity/account-links/mails.ts'
import {
  claimMail,
  delayMail,
  endMail,
  readDueMails,
  removeOldMails,
  type MailRow,
} from '#ground/identity/account-links/outbox.ts'

export interface AccountMailsDeps {
  store: Pick<Store, 'db'>
  clock: Pick<Clock, 'now' | 'sleep'>
  /** Null: the service has no mail server. */
  mailServer(this: void): Promise<MailServer | null>
  /** Null if no variable sets it. Links never contain an address that a request names. */
  publicUrl: string | null
  /** From which the tokens of links are derived. */
  secret: string
  onTrouble(facts: { mail: string; kind: string; reason: string }): void
  onFailure(error: unknown): void
}

/** Disposal waits for running attempts. */
export interface AccountMails extends AccountMailSender, AsyncDisposable {
  readonly secret: string
}

/** Mails that other processes queue, and repeated attempts, wait at most this long. */
const POLL_INTERVAL_MS = 30_000
const SWEEP_INTERVAL_MS = 60 * 60_000
const MAX_PARALLEL = 8
const RETRY = { firstMs: 60_000, maxMs: 60 * 60_000, factor: 3 }
const GIVE_UP_MS = { invitation: 24 * 60 * 60_000, reset: 60 * 60_000, password_changed: 24 * 60 * 60_000 }

/**
 * Sends mails with links to people.
 *
 * 1. A request queues a mail. For a reset, the request does not look up the account.
 * 2. Each process with a mail server claims due mails, one process per mail and attempt.
 * 3. The attempt looks up the invitation or the account. If there is none, the mail is dropped.
 * 4. The attempt derives the link and sends the mail. If the mail server does not accept it, a later attempt sends the
 *    same link with the same Message-ID.
 */
export function startAccountMails(deps: AccountMailsDeps): AccountMails {
  const { store, clock } = deps
  let sweepAt = 0
  const problem = async (): Promise<AccountMailProblem | null> => {
    if ((await deps.mailServer()) === null) return 'no_mail_server'
    return deps.publicUrl === null ? 'no_public_url' : null
  }
  const loop = startLoop({
    clock,
    everyMs: POLL_INTERVAL_MS,
    async work(signal) {
      await sendDue(deps, signal)
      if (signal.aborted || clock.now() < sweepAt) return
      sweepAt = clock.now() + SWEEP_INTERVAL_MS
      await removeOldMails(store.db, clock.now())
    },
    onFailure: (error) => void (isStoreUnavailable(error) || deps.onFailure(error)),
  })
  return {
    secret: deps.secret,
    problem,
    wake: () => void loop.wake(),
    [Symbol.asyncDispose]: () => loop[Symbol.asyncDispose](),
  }
}

async function sendDue(deps: AccountMailsDeps, signal: AbortSignal): Promise<void> {
  const { store, clock } = deps
  const due = await readDueMails(store.db, clock.now())
  if (due.length === 0) return
  const server = await deps.mailServer()
  for (let start = 0; start < due.length && !signal.aborted; start += MAX_PARALLEL)
    await Promise.all(due.slice(start, start + MAX_PARALLEL).map((mail) => sendOne(deps, server, mail)))
}

async function sendOne(deps: AccountMailsDeps, server: MailServer | null, due: MailRow): Promise<void> {
  const { store, clock, publicUrl, secret } = deps
  if (server === null || publicUrl === null) {
    if (isOver(due, clock.now())) await giveUp(deps, due, NO_SERVER)
    return
  }
  const mail = await claimMail(store.db, due, clock.now())
  if (mail === null) return
  const content = await contentOf({ store, publicUrl, secret }, mail, clock.now())
  if (content === null) return endMail(store.db, mail.id, { state: 'dropped', reason: null }, clock.now())
  const sent = await sendMail(server, { id: mail.id, to: mail.email, ...content })
  const now = clock.now()
  if (sent.outcome === 'sent') return endMail(store.db, mail.id, { state: 'sent', reason: null }, now)
  deps.onTrouble({ mail: mail.id, kind: mail.kind, reason: sent.reason })
  if (sent.outcome === 'refused' || isOver(mail, now)) return giveUp(deps, mail, sent.reason)
  await delayMail(store.db, mail.id, {
    reason: sent.reason,
    due_at_ms: now + backoffMs(mail.attempts, RETRY),
  })
}

const NO_SERVER = 'no process had a mail server (SVC_SMTP_URL) and a public address (SVC_PUBLIC_URL)'

const giveUp = ({ store, clock }: AccountMailsDeps, { id }: MailRow, reason: string): Promise<void> =>
  endMail(store.db, id, { state: 'failed', reason }, clock.now())

const isOver = ({ kind, created_at_ms: created }: MailRow, now: EpochMs): boolean =>
  now - created >= (GIVE_UP_MS[kind as keyof typeof GIVE_UP_MS] ?? 0)
