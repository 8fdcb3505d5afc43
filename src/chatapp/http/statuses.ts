import { statusesOf, type Statuses } from '#ground/api/statuses.ts'
import { CHAT_ERRORS, TURN_ERRORS, type ChatErrorCode } from '#ground/turn/errors/schema.ts'
import type { ChatRoute, Level } from './contract.ts'
import { CHATAPP_REFUSALS, type RefusalCode } from './refusals.ts'

const ANY_ROUTE: readonly RefusalCode[] = [
  'bad_address',
  'address_too_long',
  'bad_request',
  'rate_limited',
  'store_away',
  'files_away',
  'file_damaged',
  'disk_full',
]
const CHANGES: readonly RefusalCode[] = ['cross_origin', 'body_too_large', 'media_type']
const SIGNED_IN: readonly RefusalCode[] = [
  'not_authenticated',
  'bad_token',
  'revoked_token',
  'session_gone',
  'invalid_api_key',
  'blocked',
  'keys_off',
  'key_path_closed',
  'key_for_hubs',
  'second_factor_needed',
]
const BY_LEVEL = {
  open: [],
  optional: ['forbidden'],
  any: [...SIGNED_IN, 'forbidden'],
  verified: [...SIGNED_IN, 'forbidden'],
  admin: [...SIGNED_IN, 'forbidden'],
} as const satisfies Record<Level, readonly RefusalCode[]>

const GOOD = { file: [200, 206, 304, 416], redirect: [302], relayed: [200], notice: [200] } as const

export function chatStatuses({ method, level, raw, refusals = [], status }: ChatRoute): Statuses {
  const codes = [...ANY_ROUTE, ...(method === 'get' ? [] : CHANGES), ...BY_LEVEL[level], ...refusals]
  const declared = statusesOf(raw ? GOOD[raw] : [status ?? 200], codes as readonly RefusalCode[], (code) => [
    CHATAPP_REFUSALS[code][0],
  ])
  return { ...declared, 422: ['invalid_json'], 500: [], ...(raw && OF_RAW[raw]) }
}

/** An upstream's 401 concerns the configured key, so it becomes 502. */
export const relayedStatus = (status: number): number =>
  status === 401 || (status >= 500 && !PASSED_ON.has(status)) ? 502 : status

const PASSED_ON: ReadonlySet<number> = new Set([503, 504, 507])

const relayed: Statuses = Object.fromEntries(
  ['4XX', ...TURN_ERRORS.flatMap((code: ChatErrorCode) => CHAT_ERRORS[code].statuses.map(relayedStatus))].map(
    (status) => [status, 'any'],
  ),
)

const OF_RAW: Readonly<Record<NonNullable<ChatRoute['raw']>, Statuses>> = {
  file: {},
  redirect: {},
  relayed,
  notice: { 400: 'any', 404: 'any', 429: 'any', 503: 'any' },
}
