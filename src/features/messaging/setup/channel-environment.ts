import { isDeepStrictEqual } from 'node:util'
import type { Setups } from '#core/setups/setups.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import { startLoop } from '#ground/base/loop.ts'
import { CHANNEL, environmentWith } from './stored-channels.ts'

/** Variables of the channels: the environment's, and those that managers entered in the Console. */
export interface ChannelEnvironment {
  current(): Environment
  /** Reads the stored settings now, instead of at the next poll. */
  refresh(): Promise<void>
  /** Calls `then` after each change. */
  onChange(then: () => void): void
}

export interface ChannelEnvironmentDeps {
  hub: string
  environment: Environment
  setups: Pick<Setups, 'list'>
  /** False: the stored settings are not used, so nothing is polled. */
  isAllowed: boolean
  clock: Pick<Clock, 'sleep'>
  onFailure(error: unknown): void
}

const POLL_INTERVAL_MS = 2_000

/** For a Hub whose channels are set up only by variables. */
export const fixedChannels = (environment: Environment): ChannelEnvironment => ({
  current: () => environment,
  refresh: async () => {},
  onChange: () => {},
})

export async function openChannelEnvironment(
  deps: ChannelEnvironmentDeps,
): Promise<ChannelEnvironment & AsyncDisposable> {
  const { hub, environment, setups } = deps
  if (!deps.isAllowed) return { ...fixedChannels(environment), [Symbol.asyncDispose]: async () => {} }
  const listeners: (() => void)[] = []
  const read = async () => environmentWith(environment, { hub, stored: await setups.list(CHANNEL) })
  let current = await read()
  const refresh = async () => {
    const next = await read()
    if (isDeepStrictEqual(next, current)) return
    current = next
    for (const listener of listeners) listener()
  }
  const loop = startLoop({
    clock: deps.clock,
    firstMs: POLL_INTERVAL_MS,
    everyMs: POLL_INTERVAL_MS,
    work: refresh,
    onFailure: deps.onFailure,
  })
  return {
    current: () => current,
    refresh: () => loop.wake(),
    onChange: (then) => void listeners.push(then),
    [Symbol.asyncDispose]: () => loop[Symbol.asyncDispose](),
  }
}
