import type { Clock } from '#ground/base/clock.ts'
import type { UnreadableBody, VerificationRefusal } from '../verification/refusal.ts'
import type { EndpointNotices, RefusedRequests } from './schema.ts'

const MAX_REFUSALS = 20
export const MAX_ENDPOINTS = 110
const MAX_ID_CHARACTERS = 200
const WRITE_INTERVAL_MS = 2_000

export type AllNotices = Readonly<Record<string, EndpointNotices>>

export const EMPTY: EndpointNotices = { refused: 0, refusals: [], otherBodies: 0, lastOtherBody: null }

export const NO_ENDPOINT = ''

/**
 * Notices are refused requests to an endpoint, and deliveries that reuse an id for another body. They contain no
 * bodies and no secrets.
 */
export interface NoticesKeeper {
  read(): Promise<AllNotices>
  add(notices: AllNotices): Promise<void>
}

export interface Notices extends AsyncDisposable {
  recordRefusal(endpoint: string, refusal: VerificationRefusal): void
  recordOtherBody(endpoint: string, duplicate: { header: string; id: string }): void
}

export interface NoticesOptions {
  keeper: Pick<NoticesKeeper, 'add'>
  clock: Pick<Clock, 'now'>
}

/** Writes at most every 2 s, because anyone can send requests that are refused. */
export function openNotices({ keeper, clock }: NoticesOptions): Notices {
  let collected = new Map<string, EndpointNotices>()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()
  let writtenAtMs = Number.NEGATIVE_INFINITY

  const collect = (endpoint: string, notices: EndpointNotices) => {
    if (!collected.has(endpoint) && collected.size >= MAX_ENDPOINTS) return
    collected.set(endpoint, joinNotices(collected.get(endpoint) ?? EMPTY, notices))
  }
  const write = async () => {
    timer = null
    writtenAtMs = clock.now()
    const sent = collected
    collected = new Map()
    try {
      await keeper.add(Object.fromEntries(sent))
    } catch {
      const later = collected
      collected = sent
      for (const [endpoint, notices] of later) collect(endpoint, notices)
    }
  }
  const record = (endpoint: string, notices: Partial<EndpointNotices>) => {
    collect(endpoint, { ...EMPTY, ...notices })
    if (timer) return
    const waitMs = Math.max(0, writtenAtMs + WRITE_INTERVAL_MS - clock.now())
    timer = setTimeout(() => void (writing = writing.then(write)), waitMs).unref()
  }
  return {
    recordRefusal: (endpoint, refusal) =>
      record(endpoint, { refused: 1, refusals: [refusedAt(clock.now(), refusal)] }),
    recordOtherBody: (endpoint, { header, id }) =>
      record(endpoint, {
        otherBodies: 1,
        lastOtherBody: { at: clock.now(), header, id: id.slice(0, MAX_ID_CHARACTERS).toWellFormed() },
      }),
    async [Symbol.asyncDispose]() {
      if (timer) clearTimeout(timer)
      await writing
      if (collected.size > 0) await write()
    },
  }
}

export const joinNotices = (a: EndpointNotices, b: EndpointNotices): EndpointNotices => ({
  refused: a.refused + b.refused,
  refusals: [...b.refusals, ...a.refusals].toSorted((one, other) => other.at - one.at).slice(0, MAX_REFUSALS),
  otherBodies: a.otherBodies + b.otherBodies,
  lastOtherBody:
    a.lastOtherBody && b.lastOtherBody && a.lastOtherBody.at > b.lastOtherBody.at
      ? a.lastOtherBody
      : (b.lastOtherBody ?? a.lastOtherBody),
})

export const refusedAt = (
  at: number,
  { why, ...more }: VerificationRefusal | UnreadableBody,
): RefusedRequests => ({
  at,
  why,
  ...('headers' in more && { headers: [...more.headers] }),
  ...('seconds' in more && { seconds: more.seconds }),
})
