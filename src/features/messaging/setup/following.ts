import { backoffMs } from '#ground/base/backoff.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { ChannelEnvironment } from './channel-environment.ts'

const FIRST_RETRY_MS = 2_000
const MAX_RETRY_DELAY_MS = 60_000

export interface Following<Part> extends AsyncDisposable {
  /** Null while the part is being opened again, or cannot be opened. */
  current(): Part | null
}

export interface FollowDeps<Part> {
  channels: Pick<ChannelEnvironment, 'onChange'>
  open(): Promise<Part>
  /** An error at the start is retried instead of thrown. */
  isPatient?: boolean
  clock: Pick<Clock, 'sleep'>
  onFailure(error: unknown): void
}

/**
 * After each change of the channels' settings, closes the part and opens it again, so that no two parts use the same
 * channel. Opening is retried after an error. @throws at the start, unless `isPatient`.
 */
export async function follow<Part extends AsyncDisposable>({
  channels,
  open,
  isPatient = false,
  clock,
  onFailure,
}: FollowDeps<Part>): Promise<Following<Part>> {
  let isClosed = false
  let current: Part | null = null
  let work = Promise.resolve()
  /** Aborted by the next change, which makes this attempt obsolete, and by disposal. */
  let attempt = new AbortController()

  const reopen = async ({ signal }: AbortController): Promise<void> => {
    const old = current
    current = null
    await old?.[Symbol.asyncDispose]()
    for (let failures = 1; !signal.aborted; failures++)
      try {
        current = await open()
        return
      } catch (error) {
        onFailure(error)
        const ms = backoffMs(failures, { firstMs: FIRST_RETRY_MS, maxMs: MAX_RETRY_DELAY_MS })
        await clock.sleep(ms, signal).catch(() => {})
      }
  }
  const openAgain = () => {
    if (isClosed) return
    attempt.abort()
    const started = (attempt = new AbortController())
    work = work.then(() => reopen(started)).catch(onFailure)
  }
  try {
    current = await open()
  } catch (error) {
    if (!isPatient) throw error
    onFailure(error)
    openAgain()
  }
  channels.onChange(openAgain)

  return {
    current: () => current,
    async [Symbol.asyncDispose]() {
      isClosed = true
      attempt.abort()
      await work
      await current?.[Symbol.asyncDispose]()
    },
  }
}
