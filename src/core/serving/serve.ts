import type { Clock } from '#ground/base/clock.ts'
import { startLoop } from '#ground/base/loop.ts'
import { BEAT_MS, type HubServer, type HubServers } from './servers.ts'

export interface ServeDeps {
  servers: Pick<HubServers, 'note' | 'leave' | 'forgetStale'>
  clock: Clock
  /** It was not noted, and is tried again with the next beat. */
  onFailure(error: unknown): void
}

/** Be found as who serves a Hub, until disposed: do so before the server closes, then nobody is sent there any more. */
export async function serve(
  { servers, clock, onFailure }: ServeDeps,
  server: HubServer,
): Promise<AsyncDisposable> {
  await servers.forgetStale(server.hub)
  await servers.note(server)
  const beating = startLoop({
    clock,
    firstMs: BEAT_MS,
    everyMs: BEAT_MS,
    work: () => servers.note(server),
    onFailure,
  })
  return {
    async [Symbol.asyncDispose]() {
      await beating[Symbol.asyncDispose]()
      await servers.leave(server).catch(onFailure)
    },
  }
}
