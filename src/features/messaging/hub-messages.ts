import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import { CHANNEL_NAMES, CHANNELS, type ChannelName } from '#ground/hub/channels.ts'
import { endpointPath } from '#ground/hub/endpoint-path.ts'
import type { Store } from '#ground/store/store.ts'
import { createMessageBrowser } from './browse.ts'
import { CHANNEL_KINDS } from './kinds.ts'
import { lastHeardOn } from './last-heard.ts'
import type { HubMessages } from './routes.ts'
import type { ChannelView } from './schema.ts'
import { sendAgain } from './send-again.ts'

export interface HubMessagesDeps {
  hub: string
  hubFolder: string
  environment: Environment
  /** Address that providers use, without a path. */
  publicUrl: string
  store: Store
  clock: Clock
  accessChanges: Pick<AccessChanges, 'append'>
}

/** A Hub's messages as the Console sees them. */
export function openHubMessages(deps: HubMessagesDeps): HubMessages {
  const { hub, environment, clock, accessChanges } = deps
  const browser = createMessageBrowser(deps)

  const describe = async (name: ChannelName): Promise<ChannelView> => {
    const kind = CHANNEL_KINDS[name]
    const { option, by } = CHANNELS[name]
    const lastHeard = await lastHeardOn(deps.hubFolder, name, clock)
    return {
      hub,
      name,
      option,
      address: by === 'post' ? deps.publicUrl + endpointPath(hub, name) : null,
      missing: [...kind.missing(environment)],
      missing_to_answer: [...kind.missingToAnswer(environment)],
      last_heard_at: lastHeard === null ? null : new Date(lastHeard).toISOString(),
      counts: await browser.counts(name),
    }
  }
  return {
    browser,
    channels: () => Promise.all(CHANNEL_NAMES.map(describe)),
    sendAgain: (ids, { actor, request }) =>
      sendAgain(deps, ids, (tx) =>
        accessChanges.append(tx, [
          {
            at: clock.now(),
            actor,
            action: 'messages.send_again',
            subject: null,
            hub,
            permission: null,
            before: null,
            after: { messages: [...ids] },
            reason: null,
            request,
            revision: null,
          },
        ]),
      ),
  }
}
