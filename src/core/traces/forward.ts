import type { Clock } from '#ground/base/clock.ts'
import { CONTENT_TYPES, type TracePayload } from './otlp/payload.ts'
import { retryDelayMs } from './retry.ts'

export type Parcel = Pick<TracePayload, 'type' | 'body' | 'count'>

export interface Forwarder extends AsyncDisposable {
  /** False if the queue is full. The parcel is then dropped and counted. */
  offer(parcel: Parcel): boolean
}

export type DropReason = 'queue_full' | 'refused' | 'gave_up' | 'closing'

export interface ForwarderDeps {
  url: string
  headers: Readonly<Record<string, string>>
  clock: Clock
  /** From 0 to 1. */
  random(): number
  onDropped(count: number, reason: DropReason): void
  onUnreachable(reason: string): void
  onReachable(): void
}

const MAX_QUEUED_BYTES = 64 * 1024 * 1024
const MAX_QUEUED_PARCELS = 2000
const ANSWER_MS = 10_000
/** A parcel that cannot be sent is dropped after this time, because it blocks later parcels. */
const GIVE_UP_MS = 10 * 60_000
const DRAIN_MS = 3000

type Attempt =
  | { kind: 'taken' }
  | { kind: 'refused' }
  | { kind: 'later'; reason: string; retryAfter: string | null }

/** Sends one parcel at a time, in order. Closing waits up to `DRAIN_MS` for the rest. */
export function createForwarder(deps: ForwarderDeps): Forwarder {
  const { clock, onDropped } = deps
  const queue: Parcel[] = []
  let [bytes, isTroubled, isClosing] = [0, false, false]
  let sending: Promise<void> | null = null
  const stop = new AbortController()

  const deliver = async (parcel: Parcel): Promise<void> => {
    const since = clock.now()
    for (let failures = 1; ; failures++) {
      const attempt = await send(deps, parcel, stop.signal)
      if (stop.signal.aborted && attempt.kind === 'later') return onDropped(parcel.count, 'closing')
      if (attempt.kind !== 'later') {
        if (isTroubled) deps.onReachable()
        isTroubled = false
        return attempt.kind === 'refused' ? onDropped(parcel.count, 'refused') : undefined
      }
      if (!isTroubled) deps.onUnreachable(attempt.reason)
      isTroubled = true
      const delay = retryDelayMs({ failures, now: clock.now(), random: deps.random(), ...attempt })
      if (clock.now() + delay - since > GIVE_UP_MS) return onDropped(parcel.count, 'gave_up')
      await clock.sleep(delay, stop.signal).catch(() => {})
    }
  }
  const run = async () => {
    for (let parcel = queue[0]; parcel; parcel = queue[0]) {
      if (stop.signal.aborted) onDropped(parcel.count, 'closing')
      else await deliver(parcel)
      queue.shift()
      bytes -= parcel.body.length
    }
    sending = null
  }

  return {
    offer(parcel) {
      if (parcel.count === 0) return true
      if (isClosing || queue.length >= MAX_QUEUED_PARCELS || bytes + parcel.body.length > MAX_QUEUED_BYTES) {
        onDropped(parcel.count, isClosing ? 'closing' : 'queue_full')
        return false
      }
      queue.push(parcel)
      bytes += parcel.body.length
      sending ??= run()
      return true
    },
    async [Symbol.asyncDispose]() {
      isClosing = true
      const done = new AbortController()
      clock.sleep(DRAIN_MS, done.signal).then(
        () => stop.abort(),
        () => {},
      )
      await sending
      done.abort()
    },
  }
}

/** Statuses that request a retry. Source: OTLP specification, "OTLP/HTTP Response". */
const LATER: ReadonlySet<number> = new Set([429, 502, 503, 504])

async function send(
  { url, headers }: ForwarderDeps,
  { type, body }: Parcel,
  stop: AbortSignal,
): Promise<Attempt> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': CONTENT_TYPES[type] },
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(ANSWER_MS)]),
    })
    await answer.body?.cancel()
    if (answer.ok) return { kind: 'taken' }
    if (!LATER.has(answer.status)) return { kind: 'refused' }
    const retryAfter = answer.headers.get('retry-after')
    return { kind: 'later', reason: `status ${answer.status}`, retryAfter }
  } catch (error) {
    return { kind: 'later', reason: reasonOf(error), retryAfter: null }
  }
}

/** Omits the URL, which may contain a key. */
const reasonOf = (error: unknown): string => {
  const { name, cause } = error as Error & { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : name
}
