import type { ConsoleRoute } from './contract.ts'
import { STATUS } from './errors.ts'
import type { ErrorCode } from './schema.ts'
import { statusesOf, type Statuses } from './statuses.ts'

const ANY_ROUTE: readonly ErrorCode[] = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'outside_ceiling', // a key for some Hubs
  'blocked',
  'too_large',
  'rate_limited',
  'internal',
  'unavailable',
  'disk_full', // audit records of refusals are stored too
]
const CHANGES: readonly ErrorCode[] = ['cross_origin', 'media_type']

/** Routes that the bridge of one Hub answers, whichever bridge receives the request. */
const LIVE: readonly ErrorCode[] = ['not_found', 'draining']

/** The statuses of a route of the Console API. Pure. */
export const consoleStatuses = ({ method, params, isLive, refusals = [], status }: ConsoleRoute): Statuses =>
  statusesOf(
    [status ?? 200],
    [
      ...ANY_ROUTE,
      ...(method === 'get' ? [] : CHANGES),
      ...(params ? (['not_found'] as const) : []),
      ...(isLive ? LIVE : []),
      ...refusals,
    ],
    (code) => [STATUS[code]],
  )

/** The statuses of an address of the Console beside its API: a page, a file or an upload. Pure. */
export const portalStatuses = (good: readonly number[], refusals: readonly ErrorCode[] = []): Statuses =>
  statusesOf(good, [...ANY_ROUTE, ...refusals], (code) => [STATUS[code]])

/** The statuses of the handlers that answer for addresses without a route. */
export const UNKNOWN_STATUSES: Statuses = { 404: ['not_found'], 405: ['method_not_allowed'] }
