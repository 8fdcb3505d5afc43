import { cached } from '#ground/base/cached.ts'
import type { Clock } from '#ground/base/clock.ts'
import { ChatappRefused } from '#chatapp/http/refused.ts'
import type { Account } from '../account.ts'
import type { Passkeys } from '../passkeys/passkeys.ts'
import type { SiteSettings } from '../settings/settings.ts'
import type { Factors } from './factors.ts'

/** Maximum delay until a changed setting applies at all instances. */
const TTL_MS = 2000

export type FactorRule = ReturnType<typeof createFactorRule>

export interface FactorRuleParts {
  settings: Pick<SiteSettings, 'read'>
  factors: Pick<Factors, 'isOn'>
  passkeys: Pick<Passkeys, 'list'>
  clock: Clock
}

/** Accounts of an identity provider are exempt, because the provider checks the second factor. */
export function createFactorRule({ settings, factors, passkeys, clock }: FactorRuleParts) {
  const isOn = cached({ clock, ms: TTL_MS }, async () =>
    (await settings.read()).get('auth.require_second_factor'),
  )
  const isMeant = async ({ oauth }: Account) => oauth === null && (await isOn(''))
  const hasPasskey = async ({ id }: Account) => (await passkeys.list(id)).length > 0
  const lacks = async (account: Account): Promise<boolean> =>
    (await isMeant(account)) && !(await factors.isOn(account.id)) && !(await hasPasskey(account))
  return {
    lacks,

    async refuseLack(account: Account): Promise<void> {
      if (await lacks(account)) throw new ChatappRefused('second_factor_needed')
    },

    /**
     * Call this only for accounts without an authenticator app, because a person with an app may enter a code instead
     * of using a passkey.
     * @throws ChatappRefused if the person must use a passkey.
     */
    async refusePasswordAlone(account: Account): Promise<void> {
      if ((await isMeant(account)) && (await hasPasskey(account))) throw new ChatappRefused('passkey_needed')
    },
  }
}
