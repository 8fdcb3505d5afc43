import { backoffMs } from '#ground/base/backoff.ts'
import { startLoop } from '#ground/base/loop.ts'
import type { SocketContext } from '../../../channel.ts'
import { User } from '../answers.ts'
import { createGet, withRetries, type ApiFailure } from '../api.ts'
import { createMattermostClient } from '../client.ts'
import type { Server } from '../variables.ts'
import { createReceiver } from './receiver.ts'

const RETRY_DELAY_MS = 1_000
const MAX_RETRY_DELAY_MS = 5 * 60_000

/** Reads missed messages after each connect. @throws if the server rejects the token. Other errors are retried. */
export async function connectMattermost(server: Server, context: SocketContext): Promise<AsyncDisposable> {
  const { clock, report } = context
  const get = withRetries(createGet(createMattermostClient(server, clock)), clock)
  const me = (signal: AbortSignal) => get('users/me', User, signal)
  await me(new AbortController().signal).catch((error: ApiFailure) => {
    if (error.status === 401) throw error
  })
  const receiver = createReceiver(server, context, get)
  const notify = (state: 'connecting' | 'stopped', problem: string | null) =>
    report({ state, foreign: 0, lastReceivedAtMs: receiver.lastReceivedAtMs(), problem })
  notify('connecting', null)
  const loop = startLoop({
    clock,
    everyMs: RETRY_DELAY_MS,
    afterFailureMs: (failures) =>
      backoffMs(failures, { firstMs: 2 * RETRY_DELAY_MS, maxMs: MAX_RETRY_DELAY_MS }),
    async work(signal) {
      const why = await receiver.runConnection(await me(signal), signal)
      if (!signal.aborted) notify('connecting', why)
    },
    onFailure: (error) => notify('connecting', (error as Error).message),
  })
  return {
    async [Symbol.asyncDispose]() {
      await loop[Symbol.asyncDispose]()
      notify('stopped', null)
    },
  }
}
