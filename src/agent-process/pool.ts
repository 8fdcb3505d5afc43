import type { Clock } from '#ground/base/clock.ts'
import { createSeats, type SeatsDeps } from './worker-queue.ts'

export interface PooledAgent extends AsyncDisposable {
  /** Resolves when the agent has ended for any reason. Never rejects. */
  readonly exited: Promise<unknown>
}

export interface AgentPoolDeps<W extends PooledAgent, Place> extends Omit<SeatsDeps, 'freeSeats'> {
  start(place: Place, signal: AbortSignal): Promise<W>
  idleMs: number
  clock: Clock
  onReaped(reason: 'idle' | 'needed'): void
}

export interface Lease<W> {
  readonly worker: W
  /**
   * If `settled` resolves to true, the worker serves the next turn with the same `LeaseRequest.key`. Otherwise the
   * pool ends the worker.
   */
  release(settled: Promise<boolean>): void
}

interface LeaseRequest<Place> {
  key: string
  place: Place
}

export interface AgentPool<W, Place> extends AsyncDisposable {
  /**
   * @throws TurnRefused if no worker is free within `waitMs`; the abort reason of `signal`; errors of
   * `AgentPoolDeps.start`.
   */
  lease(request: LeaseRequest<Place>, signal: AbortSignal): Promise<Lease<W>>
  size(): number
}

interface Slot<W> {
  readonly worker: W
  key: string
  hasExited: boolean
  idle: AbortController | null
  settled: Promise<unknown> | null
}

/** If `maxWorkers` workers exist and a turn waits, the pool ends the worker that has been idle longest. */
export function createAgentPool<W extends PooledAgent, Place>(
  deps: AgentPoolDeps<W, Place>,
): AgentPool<W, Place> {
  const { clock } = deps
  const slots = new Set<Slot<W>>() // Order: least recently used first.
  const closed = new AbortController()
  let ending = 0

  const seats = createSeats({
    ...deps,
    freeSeats(waiting) {
      const idle = slots.values().find((slot) => slot.idle !== null)
      if (idle && ending < waiting) void end(idle, 'needed')
    },
  })

  async function end(slot: Slot<W>, reason: 'idle' | 'needed' | null): Promise<void> {
    if (!slots.delete(slot)) return
    slot.idle?.abort()
    if (reason) deps.onReaped(reason)
    ending++
    await slot.worker[Symbol.asyncDispose]()
    ending--
    seats.free()
  }

  const settle = (slot: Slot<W>, isKept: boolean) => {
    slot.settled = null
    if (!isKept || slot.hasExited || closed.signal.aborted) return end(slot, null)
    slots.delete(slot)
    slots.add(slot)
    const idle = new AbortController()
    slot.idle = idle
    clock.sleep(deps.idleMs, idle.signal).then(
      () => end(slot, 'idle'),
      () => {},
    )
    seats.offer()
  }

  const lend = (slot: Slot<W>): Lease<W> => {
    slot.idle?.abort()
    slot.idle = null
    return {
      worker: slot.worker,
      release(settled) {
        slot.settled = settled.then((isKept) => settle(slot, isKept))
      },
    }
  }

  const open = async ({ key, place }: LeaseRequest<Place>, signal: AbortSignal): Promise<Slot<W>> => {
    const worker = await deps.start(place, signal).catch((error: unknown) => {
      seats.free()
      throw error
    })
    const slot: Slot<W> = { worker, key, hasExited: false, idle: null, settled: null }
    slots.add(slot)
    void worker.exited.then(() => {
      slot.hasExited = true
      if (slot.idle) void end(slot, null)
    })
    return slot
  }

  return {
    async lease(request, signal) {
      for (;;) {
        signal.throwIfAborted()
        closed.signal.throwIfAborted()
        const found = slots.values().find((slot) => slot.key === request.key && (slot.idle || slot.settled))
        if (found?.idle) return lend(found)
        if (!found) break
        await found.settled
      }
      const cancelled = AbortSignal.any([signal, closed.signal])
      await seats.acquire(cancelled)
      return lend(await open(request, cancelled))
    },
    size: seats.takenCount,
    async [Symbol.asyncDispose]() {
      closed.abort(new Error('The agent is shutting down. Try again in a moment.'))
      await Promise.all([...slots].map((slot) => Promise.all([end(slot, null), slot.settled])))
    },
  }
}
