import { complete } from '#chatapp/completions/contract.ts'
import { watchAnswer } from '#chatapp/turns/contract.ts'
import type { AnswerEvent, StartedTurn, TurnRequest } from '#chatapp/turns/schema.ts'
import { ApiError } from '../../ui/call.ts'
import { hrefOf } from '../../ui/href.ts'
import { takeLiveSlot } from '../../ui/live-slot.ts'
import { call } from './client.ts'

/** A second request with the same answer id starts no second turn. */
export type StartTurn = Omit<TurnRequest, 'session_id' | 'time_zone'>

/** Retries once if the response is lost; the answer id makes the retry safe. */
export async function startTurn(turn: StartTurn): Promise<StartedTurn> {
  const send = () => call(complete, { body: { ...turn, session_id: tabId, time_zone: timeZone() } })
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error
    return send()
  }
}

/** Each call reads the zone again, because a person may travel. */
const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const EVENT_TYPES = ['snapshot', 'delta', 'tool', 'end', 'idle'] as const satisfies AnswerEvent['type'][]

export interface TurnListener {
  event(event: AnswerEvent): void
  open(): void
  /** The connection broke. No event follows. */
  lost(): void
  /** This window received a snapshot instead of a stream, because all live streams of the browser are in use. */
  paused(): void
}

export function listenToTurn(chatId: string, on: TurnListener): () => void {
  let isStopped = false
  let close = () => void (isStopped = true)
  void takeLiveSlot().then((release) => {
    if (isStopped) return release?.()
    const source = new EventSource(hrefOf(watchAnswer, { params: { id: chatId } }))
    close = () => {
      source.close()
      release?.()
    }
    source.addEventListener('open', () => on.open())
    source.addEventListener('error', () => {
      close()
      on.lost()
    })
    for (const type of EVENT_TYPES) {
      source.addEventListener(type, ({ data }: MessageEvent<string>) => {
        const isLast = type === 'end' || type === 'idle'
        if (isLast || !release) close()
        on.event({ ...JSON.parse(data), type } as AnswerEvent)
        if (!isLast && !release) on.paused()
      })
    }
  })
  return () => close()
}

const tabId = newId()

/** Random UUID; `crypto.randomUUID` exists only in secure contexts. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
