import { CHANNELS, CHANNEL_NAMES, type ChannelName } from '#ground/hub/channels.ts'

type ChannelOption = (typeof CHANNELS)[ChannelName]['option']
export type SurfaceName = 'webhook' | ChannelOption

/** Surface names, as in `SVC_INBOUND` and in options `--<name>`. Importing this file loads no surface. */
export const SURFACES = {
  webhook: 'signed webhooks',
  ...Object.fromEntries(CHANNEL_NAMES.map((name) => [CHANNELS[name].option, CHANNELS[name].receives])),
} as Readonly<Record<SurfaceName, string>>

/** Surfaces that use an outgoing connection and need no port. */
const CONNECTED: ReadonlySet<string> = new Set(
  Object.values(CHANNELS).flatMap(({ option, by }) => (by === 'socket' ? [option] : [])),
)

export const isConnected = (name: string): boolean => CONNECTED.has(name)

export const SURFACE_NAMES = Object.keys(SURFACES) as readonly SurfaceName[]
