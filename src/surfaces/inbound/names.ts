import { CHANNELS, CHANNEL_NAMES, type ChannelName } from '#ground/hub/channels.ts'

type ChannelOption = (typeof CHANNELS)[ChannelName]['option']
export type SurfaceName = 'webhook' | ChannelOption

export const SURFACES = {
  webhook: 'signed webhooks',
  ...Object.fromEntries(CHANNEL_NAMES.map((name) => [CHANNELS[name].option, CHANNELS[name].receives])),
} as Readonly<Record<SurfaceName, string>>

const CONNECTED: ReadonlySet<string> = new Set(
  Object.values(CHANNELS).flatMap(({ option, by }) => (by === 'socket' ? [option] : [])),
)

export const isConnected = (name: string): boolean => CONNECTED.has(name)

export const isChannelOption = (name: string): boolean => name !== 'webhook'

export const SURFACE_NAMES = Object.keys(SURFACES) as readonly SurfaceName[]
