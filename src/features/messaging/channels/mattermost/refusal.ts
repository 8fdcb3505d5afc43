import { MattermostError } from './answers.ts'
import type { MattermostResponse } from './client.ts'

const DEFAULT_RETRY_DELAY_MS = 5_000
const MIN_RETRY_DELAY_MS = 1000
const MAX_RETRY_DELAY_MS = 5 * 60_000
const ADMIN_FIX_RETRY_DELAY_MS = 5 * 60_000

export interface MattermostRefusal {
  reason: string
  /** The server's error code; null if another program, such as a proxy, responded. */
  code: string | null
  waitMs: number | null
}

export function readMattermostRefusal({ status, waitMs, json }: MattermostResponse): MattermostRefusal {
  if (status === 429)
    return {
      reason: 'Mattermost limits the rate of requests',
      code: null,
      waitMs: clamped(waitMs ?? DEFAULT_RETRY_DELAY_MS),
    }
  const error = MattermostError.safeParse(json)
  if (!error.success) return { reason: foreignAnswer(status), code: null, waitMs: ADMIN_FIX_RETRY_DELAY_MS }
  const { id: code, message } = error.data
  if (status === 401)
    return {
      reason: 'Mattermost does not accept MATTERMOST_BOT_TOKEN',
      code,
      waitMs: ADMIN_FIX_RETRY_DELAY_MS,
    }
  return { reason: `Mattermost answers ${status}: ${message.slice(0, 300)}`, code, waitMs: null }
}

const foreignAnswer = (status: number): string =>
  status >= 300 && status < 400
    ? `MATTERMOST_URL leads elsewhere (${status}): set it to the address people end up at`
    : `what answers at MATTERMOST_URL is not Mattermost (${status})`

const clamped = (ms: number): number => Math.min(Math.max(ms, MIN_RETRY_DELAY_MS), MAX_RETRY_DELAY_MS)
