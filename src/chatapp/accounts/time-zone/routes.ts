import { isTimeZone } from '#ground/base/time-zone.ts'
import type { AccountSettings } from '#ground/identity/account-settings.ts'
import { ChatappRefused } from '#chatapp/http/refused.ts'
import type { App } from '../sessions/app.ts'
import { readTimeZone, updateTimeZone } from './contract.ts'

export interface TimeZoneRouteParts {
  accountSettings: Pick<AccountSettings, 'readTimeZone' | 'writeTimeZone'>
}

export function timeZoneRoutes(app: App, { accountSettings }: TimeZoneRouteParts): void {
  app.handle(readTimeZone, async ({ visitor }) => ({
    time_zone: await accountSettings.readTimeZone(visitor.account.id),
  }))

  app.handle(updateTimeZone, async ({ visitor, body }) => {
    if (body.time_zone !== null && !isTimeZone(body.time_zone)) throw new ChatappRefused('invalid_time_zone')
    await accountSettings.writeTimeZone(visitor.account.id, body.time_zone)
    return body
  })
}
