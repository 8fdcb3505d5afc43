import { isTimeZone } from '#ground/base/time-zone.ts'
import type { AccountSettings } from '#ground/identity/account-settings.ts'
import { ChatappRefused } from '#chatapp/http/refused.ts'
import { InvalidRequest } from '#chatapp/http/invalid.ts'
import type { Account } from '../account.ts'
import { userView } from '../present.ts'
import type { App } from '../sessions/app.ts'
import {
  readClientSettings,
  readOwnInfo,
  readOwnRecord,
  readOwnVariables,
  updateClientSettings,
  updateOwnInfo,
  updateOwnStatus,
  updateTimezone,
} from './contract.ts'
import { ClientSettings, PersonalInfo, Status } from './schema.ts'

const SETTINGS_KEY = 'client_settings'
const INFO_KEY = 'info'
const STATUS_KEY = 'status'

export interface OwnRecordParts {
  accountSettings: AccountSettings
}

export function ownRecordRoutes(app: App, { accountSettings }: OwnRecordParts): void {
  const stored = async (id: string, key: string): Promise<Record<string, unknown> | null> => {
    const kept = PersonalInfo.safeParse(await accountSettings.read(id, key))
    return kept.success ? kept.data : null
  }

  const merge = async (id: string, key: string, values: Record<string, unknown>) => {
    const merged = ClientSettings.safeParse({ ...(await stored(id, key)), ...values })
    if (!merged.success)
      throw new InvalidRequest([
        {
          type: 'too_big',
          loc: ['body'],
          msg: 'expected at most 64 KiB of JSON together with what is stored',
          input: null,
        },
      ])
    await accountSettings.write(id, key, merged.data)
    return merged.data
  }

  const record = async (account: Account) => ({
    ...userView(account),
    ...statusOf(await accountSettings.read(account.id, STATUS_KEY)),
    timezone: await accountSettings.readTimeZone(account.id),
    info: await stored(account.id, INFO_KEY),
    settings: await stored(account.id, SETTINGS_KEY),
  })

  app.handle(readClientSettings, ({ visitor }) => stored(visitor.account.id, SETTINGS_KEY))
  app.handle(updateClientSettings, ({ visitor, body }) => merge(visitor.account.id, SETTINGS_KEY, body))
  app.handle(readOwnInfo, ({ visitor }) => stored(visitor.account.id, INFO_KEY))
  app.handle(updateOwnInfo, ({ visitor, body }) => merge(visitor.account.id, INFO_KEY, body))
  app.handle(readOwnRecord, ({ visitor }) => record(visitor.account))

  app.handle(updateOwnStatus, async ({ visitor: { account }, body }) => {
    const { status_emoji = null, status_message = null, status_expires_at = null } = body
    await accountSettings.write(account.id, STATUS_KEY, { status_emoji, status_message, status_expires_at })
    return record(account)
  })

  app.handle(readOwnVariables, () => ({ variables: {} }))

  app.handle(updateTimezone, async ({ visitor, body: { timezone } }) => {
    if (!isTimeZone(timezone)) throw new ChatappRefused('invalid_time_zone')
    await accountSettings.writeTimeZone(visitor.account.id, timezone)
    return { status: true }
  })
}

function statusOf(kept: unknown): Status {
  const status = Status.safeParse(kept ?? {})
  return status.success ? status.data : Status.parse({})
}
