import { systemClock } from '#ground/base/clock.ts'
import { BadConfiguration } from '#ground/base/environment.ts'
import { CHANNEL_NAMES, CHANNELS, type ChannelName } from '#ground/hub/channels.ts'
import { CHANNEL_KINDS } from '#features/messaging/channels/kinds.ts'
import { openRoster } from '#features/messaging/roster/roster.ts'
import { readBridgeConfig } from '#processes/config/bridge.ts'
import { readInboundConfig } from '#processes/config/inbound.ts'
import type { HubSettings } from '../settings.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

export async function checkMessaging(hubFolder: string, settings: HubSettings): Promise<Finding[]> {
  const channels = channelsOf(settings)
  return [
    ...channels.map((name) => checkChannel(name, settings)),
    ...(await checkRoster(hubFolder, settings, channels.length > 0)),
  ]
}

function channelsOf({ environment }: HubSettings): readonly ChannelName[] {
  const asked = surfacesOf(environment)
  return CHANNEL_NAMES.filter(
    (name) =>
      asked.includes(CHANNELS[name].option) ||
      Object.keys(CHANNEL_KINDS[name].variables.shape).some((variable) => environment[variable]),
  )
}

function surfacesOf(environment: HubSettings['environment']): readonly string[] {
  try {
    return readInboundConfig(environment).surfaces.map(([name]) => name)
  } catch (error) {
    if (!(error instanceof BadConfiguration)) throw error
    return [] // another check reports the error
  }
}

function checkChannel(name: ChannelName, { environment }: HubSettings): Finding {
  const { option, label } = CHANNELS[name]
  const kind = CHANNEL_KINDS[name]
  const toReceive = kind.missingVariables(environment)
  const toAnswer = kind.missingToAnswer(environment)
  const missing = [...new Set([...toReceive, ...toAnswer])]
  const set = `set ${missing.join(', ')} in .env`
  if (toReceive.length > 0 && readBridgeConfig(environment).consoleSetup)
    return warning(
      option,
      `${label} has no variables`,
      'set it up in the Console, in the settings of the Hub',
    )
  if (toReceive.length > 0) return failure(option, `${label} receives nothing`, set)
  if (toAnswer.length > 0) return failure(option, `${label} receives messages and answers none`, set)
  return ok(option, `${label} receives and answers`)
}

async function checkRoster(
  hubFolder: string,
  { environment }: HubSettings,
  isWanted: boolean,
): Promise<Finding[]> {
  await using roster = await openRoster({ hubFolder, environment, clock: systemClock, watch: false })
  const problems = roster.problems()
  if (problems.length > 0)
    return problems.map(({ file, line, message }) =>
      failure([file, line].filter((part) => part !== null).join(':'), message),
    )
  const file = roster.file()
  if (file !== null) {
    const people = new Set(roster.rows().map(({ email }) => email)).size
    return [ok('roster', `${people} ${people === 1 ? 'person' : 'people'} in ${file}`)]
  }
  if (!isWanted) return []
  return [
    warning(
      'roster',
      'the Hub has no roster, so it only recognizes senders by the e-mail that their provider reports',
      'map senders to accounts in identity/access.csv',
    ),
  ]
}
