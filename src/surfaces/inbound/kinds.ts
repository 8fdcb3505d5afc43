import { CHANNEL_KINDS } from '#features/messaging/channels/kinds.ts'
import { CHANNELS, CHANNEL_NAMES } from '#ground/hub/channels.ts'
import { channelSurface } from './channel/kind.ts'
import type { SurfaceKind } from './kind.ts'
import type { SurfaceName } from './names.ts'
import { webhook } from './webhook/kind.ts'

export const SURFACE_KINDS = {
  webhook,
  ...Object.fromEntries(
    CHANNEL_NAMES.map((name) => [CHANNELS[name].option, channelSurface(CHANNEL_KINDS[name])]),
  ),
} as Readonly<Record<SurfaceName, SurfaceKind>>
