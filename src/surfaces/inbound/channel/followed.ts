import type { ChannelEnvironment } from '#features/messaging/setup/channel-environment.ts'
import { follow } from '#features/messaging/setup/following.ts'
import type { InboundContext, OpenSurfaces, SurfaceKind } from '../kind.ts'

export interface FollowedChannel {
  /** Name of the surface. */
  name: string
  channels: ChannelEnvironment
}

/** A channel that can be set up in the Console: opened again after each change, and absent without settings. */
export async function openFollowed(
  kind: SurfaceKind,
  context: InboundContext,
  { name, channels }: FollowedChannel,
): Promise<OpenSurfaces> {
  const { hubFolder, clock, events } = context
  const following = await follow({
    channels,
    async open() {
      const environment = channels.current()
      return kind.lack({ environment, hubFolder }) === null ? kind.open({ ...context, environment }) : NONE
    },
    isPatient: true,
    clock,
    onFailure: (error) =>
      events.channelState({
        surface: name,
        state: 'stopped',
        foreign: 0,
        lastReceivedAtMs: null,
        problem: (error as Error).message,
      }),
  })
  const current = (): OpenSurfaces => following.current() ?? NONE
  return {
    names: () => current().names(),
    surfaceOf: (asked) => current().surfaceOf(asked),
    probes: (origin) => current().probes(origin),
    [Symbol.asyncDispose]: () => following[Symbol.asyncDispose](),
  }
}

const NONE: OpenSurfaces = {
  names: () => [],
  surfaceOf: () => null,
  probes: () => [],
  [Symbol.asyncDispose]: async () => {},
}
