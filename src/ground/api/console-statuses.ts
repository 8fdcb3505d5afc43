import type { ConsoleRoute } from './contract.ts'
import { STATUS } from './errors.ts'
import type { ErrorCode } from './schema.ts'
import { statusesOf, type Statuses } from './statuses.ts'

const ANY_ROUTE: readonly ErrorCode[] = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'outside_ceiling',
  'blocked',
  'too_large',
  'rate_limited',
  'internal',
  'unavailable',
  'disk_full',
]
const CHANGES: readonly ErrorCode[] = ['cross_origin', 'media_type']

const LIVE: readonly ErrorCode[] = ['not_found', 'draining']

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

export const portalStatuses = (good: readonly number[], refusals: readonly ErrorCode[] = []): Statuses =>
  statusesOf(good, [...ANY_ROUTE, ...refusals], (code) => [STATUS[code]])

export const UNKNOWN_STATUSES: Statuses = { 404: ['not_found'], 405: ['method_not_allowed'] }
