import { z } from 'zod'
import type { StoredSetup } from '#core/setups/setups.ts'
import type { Environment } from '#ground/base/environment.ts'
import { CHANNEL_NAMES, type ChannelName } from '#ground/hub/channels.ts'
import { CHANNEL_KINDS } from '../channels/kinds.ts'

export const CHANNEL = 'channel'

/** Slugs contain no space. */
export const setupName = (hub: string, channel: ChannelName): string => `${hub} ${channel}`

export const fieldsOf = (channel: ChannelName): readonly string[] => {
  const { secrets, open } = CHANNEL_KINDS[channel].setup
  return [...open, ...secrets]
}

/** Variables of the environment, which take precedence over the Console for the whole channel. */
export const fixedFields = (environment: Environment, channel: ChannelName): readonly string[] =>
  fieldsOf(channel).filter((name) => environment[name])

const Values = z.record(z.string(), z.string())

/** Null without stored settings, or if this service cannot read them. */
export function storedValues(stored: StoredSetup | undefined, channel: ChannelName): Environment | null {
  const values = Values.safeParse(stored?.settings).data
  if (values === undefined) return null
  const fields = new Set(fieldsOf(channel))
  return Object.fromEntries(Object.entries(values).filter(([name]) => fields.has(name)))
}

export const environmentWith = (
  environment: Environment,
  { hub, stored }: { hub: string; stored: readonly StoredSetup[] },
): Environment =>
  Object.assign(
    {},
    environment,
    ...CHANNEL_NAMES.filter((channel) => fixedFields(environment, channel).length === 0).map((channel) =>
      storedValues(
        stored.find(({ name }) => name === setupName(hub, channel)),
        channel,
      ),
    ),
  ) as Environment
