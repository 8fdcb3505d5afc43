import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Clock } from '#ground/base/clock.ts'
import { ensureFolders, inboxesLayout } from '../layout.ts'
import type { Refusal } from '../verification/refusal.ts'
import { writeWhole } from '../write-whole.ts'

/** Newest refusals that are kept for each endpoint. */
const MAX_KEPT = 20
/** Endpoints of which anything is kept; more than a Hub can have. */
const MAX_ENDPOINTS = 110
const MAX_ID_CHARACTERS = 200
const WRITE_INTERVAL_MS = 2_000

const Refused = z.object({
  at: z.number(),
  why: z.enum(['no-proof', 'other-proof', 'too-old', 'too-early', 'mismatch']),
  headers: z.array(z.string()).optional(),
  seconds: z.number().optional(),
})
export type Refused = z.infer<typeof Refused>

const OtherBody = z.object({ at: z.number(), header: z.string(), id: z.string() })

const Endpoint = z.object({
  refused: z.number().default(0),
  /** Newest first. */
  refusals: z.array(Refused).default([]),
  otherBodies: z.number().default(0),
  lastOtherBody: OtherBody.nullable().default(null),
})
export type EndpointNotices = z.infer<typeof Endpoint>

const File = z.object({ endpoints: z.record(z.string(), Endpoint) })

const EMPTY: EndpointNotices = { refused: 0, refusals: [], otherBodies: 0, lastOtherBody: null }

/** Name under which refusals of names without an endpoint are kept. */
export const NO_ENDPOINT = ''

/** What the operator of a Hub should know of deliveries that were not stored. No bodies and no secrets. */
export interface Notices extends Disposable {
  recordRefusal(endpoint: string, refusal: Refusal): void
  /** An id came again with another body. */
  recordOtherBody(endpoint: string, duplicate: { header: string; id: string }): void
}

const fileIn = (hubFolder: string): string => join(inboxesLayout(hubFolder).root, 'notices.json')

/**
 * Keep notices of this machine's receiver in the Hub's folder. Anybody may send what is refused: so counts and the newest
 * refusals are kept, and the file is written at most every two seconds.
 */
export function openNotices({ hubFolder, clock }: { hubFolder: string; clock: Pick<Clock, 'now'> }): Notices {
  const endpoints = new Map(Object.entries(readNotices(hubFolder)))
  let timer: NodeJS.Timeout | null = null
  let writtenAtMs = Number.NEGATIVE_INFINITY
  let isChanged = false

  const write = () => {
    timer = null
    isChanged = false
    writtenAtMs = clock.now()
    const path = fileIn(hubFolder)
    try {
      ensureFolders(inboxesLayout(hubFolder).root)
      writeWhole(
        `${path}.${process.pid}`,
        path,
        Buffer.from(JSON.stringify({ endpoints: Object.fromEntries(endpoints) })),
      )
    } catch {
      // a full or read-only disk: deliveries matter more, and the log has each refusal
    }
  }
  const change = (endpoint: string, next: (before: EndpointNotices) => EndpointNotices) => {
    if (!endpoints.has(endpoint) && endpoints.size >= MAX_ENDPOINTS) return
    endpoints.set(endpoint, next(endpoints.get(endpoint) ?? EMPTY))
    isChanged = true
    if (timer) return
    const waitMs = writtenAtMs + WRITE_INTERVAL_MS - clock.now()
    if (waitMs <= 0) return write()
    timer = setTimeout(write, waitMs).unref()
  }
  return {
    recordRefusal: (endpoint, refusal) =>
      change(endpoint, (before) => ({
        ...before,
        refused: before.refused + 1,
        refusals: [refusedAt(clock.now(), refusal), ...before.refusals].slice(0, MAX_KEPT),
      })),
    recordOtherBody: (endpoint, { header, id }) =>
      change(endpoint, (before) => ({
        ...before,
        otherBodies: before.otherBodies + 1,
        lastOtherBody: { at: clock.now(), header, id: id.slice(0, MAX_ID_CHARACTERS).toWellFormed() },
      })),
    [Symbol.dispose]() {
      if (timer) clearTimeout(timer)
      if (isChanged) write()
    },
  }
}

const refusedAt = (at: number, { why, ...more }: Refusal): Refused => ({
  at,
  why,
  ...('headers' in more && { headers: [...more.headers] }),
  ...('seconds' in more && { seconds: more.seconds }),
})

/** The notices of a Hub by its endpoints' names. A file that can't be read is none. */
export function readNotices(hubFolder: string): Readonly<Record<string, EndpointNotices>> {
  try {
    return File.parse(JSON.parse(readFileSync(fileIn(hubFolder), 'utf8'))).endpoints
  } catch {
    return {}
  }
}
