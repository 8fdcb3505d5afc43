import type { SetupChanges, SetupRequest } from '#core/setups/changes.ts'
import type { Setups } from '#core/setups/setups.ts'
import { ApiRefused } from '#ground/api/errors.ts'
import type { Clock } from '#ground/base/clock.ts'
import { BadConfiguration, parseEnvironment, type Environment } from '#ground/base/environment.ts'
import { CHANNELS, CHANNEL_NAMES, type ChannelName } from '#ground/hub/channels.ts'
import { endpointPath } from '#ground/hub/endpoint-path.ts'
import { CHANNEL_KINDS } from '../channels/kinds.ts'
import type { ChannelEnvironment } from './channel-environment.ts'
import type { ChannelChange, ChannelSetup } from './schema.ts'
import { CHANNEL, fieldsOf, fixedFields, setupName, storedValues } from './stored-channels.ts'

export interface ChannelSetupsDeps {
  hub: string
  environment: Environment
  /** Channels that `SVC_INBOUND` names. */
  served: readonly ChannelName[]
  publicUrl: string
  setups: Pick<Setups, 'list'>
  changes: SetupChanges
  channels: Pick<ChannelEnvironment, 'refresh'>
  /** Null if the Hub may call the address. */
  addressProblem(url: URL): Promise<string | null>
  clock: Clock
}

export type ChannelSetupsOfHub = ReturnType<typeof createChannelSetups>

export function createChannelSetups(deps: ChannelSetupsDeps) {
  const { hub, environment, setups, changes, channels } = deps
  const find = async (channel: ChannelName) =>
    (await setups.list(CHANNEL)).find(({ name }) => name === setupName(hub, channel))
  const read = async (channel: ChannelName): Promise<ChannelSetup> => {
    const stored = await find(channel)
    const { option, by } = CHANNELS[channel]
    const setBy = fixedFields(environment, channel)
    const values = setBy.length > 0 ? environment : (storedValues(stored, channel) ?? {})
    return {
      hub,
      channel,
      option,
      is_served: deps.served.includes(channel),
      may_change: changes.isAllowed,
      set_by: [...setBy],
      fields: fieldViews(channel, values),
      address: by === 'post' ? deps.publicUrl + endpointPath(hub, channel) : null,
      is_readable: stored === undefined || stored.settings !== null,
      revision: stored?.revision ?? null,
      changed_at: stored ? new Date(stored.changedAt).toISOString() : null,
      changed_by: stored?.changedBy ?? null,
    }
  }
  const place = (channel: ChannelName) => ({ kind: CHANNEL, name: setupName(hub, channel), hub }) as const
  return {
    list: () => Promise.all(CHANNEL_NAMES.map(read)),

    async save(
      request: SetupRequest,
      channel: ChannelName,
      { values: given, expected_revision: expected }: ChannelChange,
    ): Promise<ChannelSetup> {
      changes.check(request, fixedFields(environment, channel))
      if (!deps.served.includes(channel)) throw notServed(channel)
      const before = storedValues(await find(channel), channel)
      const values = completed(channel, given, before)
      await checkValues(deps, channel, values)
      const context = { environment: { ...environment, ...values }, clock: deps.clock }
      await changes.save(request, {
        ...place(channel),
        expected,
        settings: values,
        before: before && recorded(channel, before),
        after: { ...recorded(channel, values), changed: Object.keys(given).toSorted() },
        attempt: () => CHANNEL_KINDS[channel].setup.tryOut(context),
      })
      await channels.refresh()
      const saved = await read(channel)
      const problem = saved.address && (await CHANNEL_KINDS[channel].setup.register?.(context, saved.address))
      if (problem)
        throw new ApiRefused(
          'partial',
          `The settings were saved, but the webhook address was not registered at the provider: ${problem}`,
        )
      return saved
    },

    async remove(request: SetupRequest, channel: ChannelName, expected: string): Promise<ChannelSetup> {
      changes.check(request, [])
      const before = storedValues(await find(channel), channel)
      await changes.remove(request, {
        ...place(channel),
        expected,
        before: before && recorded(channel, before),
      })
      await channels.refresh()
      return read(channel)
    },
  }
}

const notServed = (channel: ChannelName) =>
  new ApiRefused(
    'setup_off',
    `The Hub does not serve ${CHANNELS[channel].label}: the operator can add ${CHANNELS[channel].option} to SVC_INBOUND and restart the Hub.`,
  )

const fieldViews = (channel: ChannelName, values: Environment): ChannelSetup['fields'] => {
  const { secrets } = CHANNEL_KINDS[channel].setup
  return fieldsOf(channel).map((name) => {
    const isSecret = secrets.includes(name)
    return {
      name,
      is_secret: isSecret,
      is_set: Boolean(values[name]),
      value: isSecret ? null : (values[name] ?? null),
    }
  })
}

/**
 * Uses stored secrets only if no other value changed, because they must not be sent to another server or account.
 * @throws ApiRefused if a value is missing
 */
function completed(
  channel: ChannelName,
  given: Readonly<Record<string, string>>,
  before: Environment | null,
): Record<string, string> {
  const { open } = CHANNEL_KINDS[channel].setup
  const fields = fieldsOf(channel)
  const unknown = Object.keys(given).find((name) => !fields.includes(name))
  if (unknown !== undefined) throw new ApiRefused('invalid', `values.${unknown}: there is no such value.`)
  const isSame = before !== null && open.every((name) => (given[name] ?? before[name]) === before[name])
  const values = isSame ? { ...before, ...given } : given
  const missing = fields.find((name) => !values[name])
  if (missing !== undefined) throw new ApiRefused('invalid', `values.${missing}: enter a value.`)
  return values as Record<string, string>
}

async function checkValues(
  { environment, addressProblem }: Pick<ChannelSetupsDeps, 'environment' | 'addressProblem'>,
  channel: ChannelName,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  try {
    parseEnvironment(CHANNEL_KINDS[channel].variables, { ...environment, ...values })
  } catch (error) {
    if (!(error instanceof BadConfiguration)) throw error
    const [problem] = error.problems
    throw new ApiRefused('invalid', `values.${problem!.variable}: ${problem!.message}.`)
  }
  for (const name of CHANNEL_KINDS[channel].setup.open) {
    const url = URL.parse(values[name]!)
    const problem = url && (await addressProblem(url))
    if (problem) throw new ApiRefused('invalid', `values.${name}: ${problem}.`)
  }
}

function recorded(channel: ChannelName, values: Environment) {
  const fields = fieldViews(channel, values).map(({ name, value, is_set: isSet }) => [
    name,
    value ?? (isSet ? 'set' : 'none'),
  ])
  return Object.fromEntries(fields) as Record<string, string>
}
