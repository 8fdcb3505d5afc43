import { systemClock } from '#ground/base/clock.ts'
import { readSharedConfig } from '#processes/config/shared.ts'
import { isChannel } from '#ground/hub/channels.ts'
import { openRoster } from '#features/messaging/roster/roster.ts'
import { nearRows } from '#features/messaging/roster/row.ts'
import { UNKNOWN_SENDER } from '#features/messaging/roster/lists.ts'
import type { Store } from '#ground/store/store.ts'
import type { HubSettings } from '../settings.ts'
import { warning, type Finding } from './finding.ts'

const MAX_SENDERS = 1000
const MAX_SHOWN = 5

export async function checkSenders(
  store: Store,
  hubFolder: string,
  { environment }: Pick<HubSettings, 'environment'>,
): Promise<Finding[]> {
  const { hubSlug } = readSharedConfig(environment, hubFolder)
  const senders = await store.db
    .selectFrom('messages')
    .where('hub', '=', hubSlug)
    .where('state', '=', 'refused')
    .where('reason', '=', UNKNOWN_SENDER)
    .groupBy(['channel', 'handles'])
    .select((eb) => ['channel', 'handles', eb.fn.max('received_at_ms').as('last_at')])
    .orderBy('last_at', 'desc')
    .limit(MAX_SENDERS)
    .execute()
  if (senders.length === 0) return []
  await using roster = await openRoster({ hubFolder, environment, clock: systemClock, watch: false })
  const found = senders.flatMap(({ channel, handles }) => {
    const names = JSON.parse(handles) as string[]
    if (!isChannel(channel) || roster.emailOf(channel, names) !== null) return []
    return nearRows(roster.rows(), channel, names).map(({ line }) => ({ line, handle: names[0]! }))
  })
  return found
    .slice(0, MAX_SHOWN)
    .map(({ line, handle }) =>
      warning(
        `${roster.file()}:${line}`,
        `${handle} wrote to the Hub but gets no answer: this line of the roster has an almost identical number`,
        `if the number belongs to the same person, write it as +${handle}`,
      ),
    )
}
