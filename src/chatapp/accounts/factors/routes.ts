import type { FastifyRequest } from 'fastify'
import type { Clock } from '#ground/base/clock.ts'
import { createRateLimit } from '#ground/base/rate-limit.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { Refused, unwrap } from '#chatapp/http/refused.ts'
import type { Accounts } from '../accounts.ts'
import { accountInReach } from '../in-reach.ts'
import type { App } from '../sessions/app.ts'
import { ownerOf } from '../sessions/owner.ts'
import { beginTotp, confirmTotp, endTotp, readTotp, resetFactorsOfUser } from './contract.ts'
import type { Factors } from './factors.ts'
import { otpauthAddress } from './totp.ts'

export interface FactorRouteParts {
  accounts: Pick<Accounts, 'find' | 'primaryId' | 'ownsPassword'>
  factors: Factors
  factorLimit: FactorLimit
  events: Pick<ChatappEvents, 'factorChanged'>
}

/** One more try of somebody's password or code. @throws Refused */
export type FactorLimit = (accountId: string, request: FastifyRequest) => void

/** Three of a million codes are good at a time: few tries an account, wherever they come from. */
export function createFactorLimit(clock: Clock, events: Pick<ChatappEvents, 'signInRefused'>): FactorLimit {
  const tries = createRateLimit({ attempts: 8, windowSeconds: 300, clock })
  return (accountId, request) => {
    const wait = tries.take(accountId)
    if (wait === 0) return
    events.signInRefused({ reason: 'rate_limited', address: request.ip })
    throw new Refused('rate_limited', { 'retry-after': String(wait) })
  }
}

/** How an account gets a second factor, and loses it. */
export function factorRoutes(app: App, { accounts, factors, factorLimit, events }: FactorRouteParts): void {
  const told = (account: string, by: string, change: 'on' | 'off' | 'reset') =>
    events.factorChanged({ account, by, change })

  app.handle(readTotp, async ({ visitor }) => {
    const { isOn, recoveryCodesLeft } = await factors.read(ownerOf(visitor).id)
    return { is_on: isOn, recovery_codes_left: recoveryCodesLeft }
  })

  app.handle(beginTotp, async ({ visitor, body, request }) => {
    const { id, email } = ownerOf(visitor)
    factorLimit(id, request)
    // Whoever finds an open browser is not to lock its person out.
    if (!(await accounts.ownsPassword(id, body.password))) throw new Refused('wrong_password')
    const secret = unwrap(await factors.begin(id))
    return { secret, address: otpauthAddress({ secret, issuer: 'Hub Service', email }) }
  })

  app.handle(confirmTotp, async ({ visitor, body, request }) => {
    const { id } = ownerOf(visitor)
    factorLimit(id, request)
    const codes = unwrap(await factors.confirm(id, body.code.replaceAll(/\s/g, '')))
    told(id, id, 'on')
    return { recovery_codes: codes }
  })

  app.handle(endTotp, async ({ visitor, body: { password, code }, request }) => {
    const { id } = ownerOf(visitor)
    factorLimit(id, request)
    if (code !== undefined) unwrap(await factors.use(id, code))
    else if (!(await accounts.ownsPassword(id, password ?? ''))) throw new Refused('wrong_password')
    await factors.remove(id)
    told(id, id, 'off')
    return true
  })

  app.handle(resetFactorsOfUser, async ({ visitor: { account: actor }, params: { id } }) => {
    await accountInReach(accounts, actor.id, id)
    await factors.reset(id)
    told(id, actor.id, 'reset')
    return true
  })
}
