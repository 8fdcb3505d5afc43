import type { FastifyRequest } from 'fastify'
import type { Clock } from '#ground/base/clock.ts'
import { createOneByOne } from '#ground/base/one-by-one.ts'
import { createRateLimit, type RateWindow } from '#ground/base/rate-limit.ts'
import { createFailedAttempts, type AttemptLimit } from '#ground/identity/failed-attempts.ts'
import type { Store } from '#ground/store/store.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { ChatappRefused } from '#chatapp/http/refused.ts'
import type { KnownSources } from './known-sources.ts'

type Outcome = boolean | { readonly ok: boolean }

export type LimitedAttempt = <T extends Outcome>(
  request: FastifyRequest,
  who: string,
  act: () => Promise<T>,
) => Promise<T>

export interface AttemptLimits {
  /** Limits attempts per network address and instance. @throws ChatappRefused */
  byAddress(request: FastifyRequest): void
  /** Limits the use of links in mails per network address and instance. @throws ChatappRefused */
  link(request: FastifyRequest): void
  /**
   * Limits attempts per e-mail, separately for each known device or network, so that strangers cannot lock the owner
   * out.
   */
  signIn: LimitedAttempt
  ownPassword: LimitedAttempt
  /**
   * Limits mails with reset links, whether or not the e-mail has an account. @throws ChatappRefused
   */
  resetMail(request: FastifyRequest, email: string): Promise<void>
  /** A code has only six digits, so guesses must be limited. */
  factor: LimitedAttempt
}

const OF_ADDRESS: RateWindow = { attempts: 60, windowSeconds: 60 }
const OF_EMAIL: RateWindow = { attempts: 15, windowSeconds: 180 }
const OF_ACCOUNT: RateWindow = { attempts: 8, windowSeconds: 300 }
const RESETS_OF_EMAIL: RateWindow = { attempts: 3, windowSeconds: 3600 }
const RESETS_OF_ADDRESS: RateWindow = { attempts: 20, windowSeconds: 900 }

export interface AttemptLimitsDeps {
  clock: Pick<Clock, 'now'>
  store: Pick<Store, 'db' | 'kind'>
  knownSources: Pick<KnownSources, 'sourceOf'>
  events: Pick<ChatappEvents, 'signInRefused'>
}

/** Each instance limits all attempts in memory. On Postgres, failed attempts also count across instances. */
export function createAttemptLimits({
  store,
  clock,
  knownSources,
  events,
}: AttemptLimitsDeps): AttemptLimits {
  const failedAttempts = createFailedAttempts({ store, clock })
  const inTurn = createOneByOne()
  const here = {
    addresses: createRateLimit({ ...OF_ADDRESS, clock }),
    emails: createRateLimit({ ...OF_EMAIL, clock }),
    ownPasswords: createRateLimit({ ...OF_EMAIL, clock }),
    accounts: createRateLimit({ ...OF_ACCOUNT, clock }),
    links: createRateLimit({ ...OF_ADDRESS, clock }),
    resetEmails: createRateLimit({ ...RESETS_OF_EMAIL, clock }),
    resetAddresses: createRateLimit({ ...RESETS_OF_ADDRESS, clock }),
  }
  const refuseFor = (seconds: number, request: FastifyRequest) => {
    if (seconds === 0) return
    events.signInRefused({ reason: 'rate_limited', address: request.ip })
    throw new ChatappRefused('rate_limited', { 'retry-after': String(seconds) })
  }
  /**
   * Attempts that count toward the same limit run one after another, so that parallel guesses cannot bypass the limit.
   */
  const counted = async <T extends Outcome>(
    request: FastifyRequest,
    shares: readonly AttemptLimit[],
    act: () => Promise<T>,
  ): Promise<T> => {
    if (store.kind === 'sqlite') return act() // SQLite has a single instance, whose limit in memory already counted the attempt
    const attempt = async () => {
      refuseFor(await failedAttempts.secondsToWait(shares), request)
      const outcome = await act()
      if (typeof outcome === 'boolean' ? !outcome : !outcome.ok) await failedAttempts.recordFailure(shares)
      return outcome
    }
    return shares.reduce<() => Promise<T>>(
      (work, { kind: of, subject: who }) =>
        () =>
          inTurn(`${of} ${who}`, work),
      attempt,
    )()
  }
  return {
    byAddress: (request) => refuseFor(here.addresses.consume(request.ip), request),
    link: (request) => refuseFor(here.links.consume(request.ip), request),
    async signIn(request, email, act) {
      refuseFor(here.addresses.consume(request.ip), request)
      const source = await knownSources.sourceOf(request, email)
      const who = source === null ? email : `${email} ${source}`
      refuseFor(here.emails.consume(who), request)
      const address = { kind: 'password by an address', subject: request.ip, ...OF_ADDRESS }
      return counted(request, [{ kind: 'password of an e-mail', subject: who, ...OF_EMAIL }, address], act)
    },
    async ownPassword(request, email, act) {
      refuseFor(here.ownPasswords.consume(email), request)
      return counted(request, [{ kind: 'own password', subject: email, ...OF_EMAIL }], act)
    },
    async resetMail(request, email) {
      refuseFor(here.resetAddresses.consume(request.ip), request)
      const source = await knownSources.sourceOf(request, email)
      const who = source === null ? email : `${email} ${source}`
      refuseFor(here.resetEmails.consume(who), request)
      const shares = [
        { kind: 'reset mail to an e-mail', subject: who, ...RESETS_OF_EMAIL },
        { kind: 'reset mail by an address', subject: request.ip, ...RESETS_OF_ADDRESS },
      ]
      await counted(request, shares, async () => false) // each mail counts
    },
    async factor(request, who, act) {
      refuseFor(here.accounts.consume(who), request)
      return counted(request, [{ kind: 'factor of an account', subject: who, ...OF_ACCOUNT }], act)
    },
  }
}
