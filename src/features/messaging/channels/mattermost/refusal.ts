import { ApiError } from './answers.ts'
import type { Answer } from './client.ts'

/** When nobody says how long to wait. */
const USUAL_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 5 * 60_000
/** Until somebody has looked at what only a person can mend. */
const MENDED_BY_HAND_MS = 5 * 60_000

/** Why the server did not do what it was asked, for people and for programs. */
export interface Refusal {
  reason: string
  /** The server's own name of the error; null when something else answered. */
  code: string | null
  /** How long to wait when it may be asked again; null when asking again is of no use. */
  waitMs: number | null
}

/** What an answer that is no success says. */
export function refusalOf({ status, headers, json }: Answer): Refusal {
  if (status === 429)
    return { reason: 'Mattermost limits the rate of requests', code: null, waitMs: limitedMs(headers) }
  const error = ApiError.safeParse(json)
  if (!error.success) return { reason: foreignAnswer(status), code: null, waitMs: MENDED_BY_HAND_MS }
  const { id: code, message } = error.data
  if (status === 401)
    return { reason: 'Mattermost does not accept MATTERMOST_BOT_TOKEN', code, waitMs: MENDED_BY_HAND_MS }
  return { reason: `Mattermost answers ${status}: ${message.slice(0, 300)}`, code, waitMs: null }
}

const foreignAnswer = (status: number): string =>
  status >= 300 && status < 400
    ? `MATTERMOST_URL leads elsewhere (${status}): set it to the address people end up at`
    : `what answers at MATTERMOST_URL is not Mattermost (${status})`

/** Seconds in either header, as the server counts them itself: its documents show a point in time, which would be too long. */
function limitedMs(headers: Headers): number {
  const given = [headers.get('retry-after'), headers.get('x-ratelimit-reset')].find((value) =>
    /^\d{1,9}$/.test(value ?? ''),
  )
  if (given === undefined) return USUAL_WAIT_MS
  return Math.min(Math.max(Number(given), 1) * 1000, LONGEST_WAIT_MS)
}
