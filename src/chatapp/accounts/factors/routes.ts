import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import type { Accounts } from '../accounts.ts'
import { findEditableAccount } from '../find-editable-account.ts'
import type { App } from '../sessions/app.ts'
import type { AttemptLimits } from '../sessions/attempt-limits.ts'
import { ownerOf } from '../sessions/owner.ts'
import { beginTotp, confirmTotp, endTotp, readTotp, resetFactorsOfUser } from './contract.ts'
import type { Factors } from './factors.ts'
import { otpauthAddress } from './totp.ts'

export interface FactorRouteParts {
  accounts: Pick<Accounts, 'find' | 'primaryId' | 'ownsPassword'>
  factors: Factors
  attemptLimits: Pick<AttemptLimits, 'factor'>
  events: Pick<ChatappEvents, 'factorChanged'>
}

export function factorRoutes(app: App, { accounts, factors, attemptLimits, events }: FactorRouteParts): void {
  const logChange = (account: string, by: string, change: 'on' | 'off' | 'reset') =>
    events.factorChanged({ account, by, change })

  app.handle(readTotp, async ({ visitor }) => {
    const { isOn, recoveryCodesLeft } = await factors.read(ownerOf(visitor).id)
    return { is_on: isOn, recovery_codes_left: recoveryCodesLeft }
  })

  app.handle(beginTotp, async ({ visitor, body, request }) => {
    const { id, email } = ownerOf(visitor)
    // Without the password, a stranger at an unattended browser could lock the owner out.
    const owns = () => accounts.ownsPassword(id, body.password)
    if (!(await attemptLimits.factor(request, id, owns))) throw new ChatappRefused('wrong_password')
    const secret = unwrapChatapp(await factors.begin(id))
    return { secret, address: otpauthAddress({ secret, issuer: 'Hub Service', email }) }
  })

  app.handle(confirmTotp, async ({ visitor, body, request }) => {
    const { id } = ownerOf(visitor)
    const confirm = () => factors.confirm(id, body.code.replaceAll(/\s/g, ''))
    const codes = unwrapChatapp(await attemptLimits.factor(request, id, confirm))
    logChange(id, id, 'on')
    return { recovery_codes: codes }
  })

  app.handle(endTotp, async ({ visitor, body: { password, code }, request }) => {
    const { id } = ownerOf(visitor)
    const owns = () => accounts.ownsPassword(id, password ?? '')
    if (code !== undefined)
      unwrapChatapp(await attemptLimits.factor(request, id, () => factors.use(id, code)))
    else if (!(await attemptLimits.factor(request, id, owns))) throw new ChatappRefused('wrong_password')
    await factors.remove(id)
    logChange(id, id, 'off')
    return true
  })

  app.handle(resetFactorsOfUser, async ({ visitor: { account: actor }, params: { id } }) => {
    await findEditableAccount(accounts, actor.id, id)
    await factors.reset(id)
    logChange(id, actor.id, 'reset')
    return true
  })
}
