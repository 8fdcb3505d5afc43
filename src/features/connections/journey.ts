import type { ConnectionLack } from '#core/agent/tools/connection-needed.ts'
import type { EpochMs } from '#ground/base/clock.ts'
import { isProtocolScope } from '#ground/base/protocol-scopes.ts'
import type { ConnectionState, StoredConnection } from '#ground/identity/chatapp-client/connections.ts'

/** A journey is one attempt of a person to connect an account. Only `waiting` and `started` are not final. */
export type JourneyState = 'waiting' | 'started' | 'connected' | 'failed' | 'cancelled' | 'expired'

/** `returned`: the browser is back from the provider. `stored`: the web chat stored a new connection. */
export type JourneyEvent = 'start' | 'stored' | 'returned' | 'cancel' | 'time-up'

export const JOURNEY_MS = 30 * 60_000

export interface Journey {
  id: string
  /** Slug of the requesting Hub; null if the person started the journey in the Console. */
  hub: string | null
  email: string
  userId: string
  provider: string
  name: string
  tool: string | null
  lack: ConnectionLack | 'asked'
  scopes: readonly string[]
  chatId: string | null
  state: JourneyState
  before: KnownConnection | null
  createdAt: EpochMs
  expiresAt: EpochMs
  startedAt: EpochMs | null
  endedAt: EpochMs | null
}

export interface KnownConnection {
  id: string
  state: ConnectionState
  /** Epoch seconds. */
  createdAt: number
  updatedAt: number
  /** Granted scopes, which the journey requests again. Missing in journeys of earlier releases. */
  scopes?: readonly string[]
}

/** `failed` may still become `connected`: a person may refuse in one tab and agree in another. */
export function nextState(state: JourneyState, event: JourneyEvent): JourneyState {
  return STEPS[state][event] ?? state
}

const STEPS: Readonly<Record<JourneyState, Partial<Record<JourneyEvent, JourneyState>>>> = {
  waiting: { start: 'started', cancel: 'cancelled', 'time-up': 'expired' },
  started: { stored: 'connected', returned: 'failed', cancel: 'cancelled', 'time-up': 'expired' },
  connected: {},
  failed: { stored: 'connected' },
  cancelled: {},
  expired: {},
}

export const isOpen = (state: JourneyState): boolean => state === 'waiting' || state === 'started'

export const isOverdue = (
  { state, expiresAt }: Pick<Journey, 'state' | 'expiresAt'>,
  now: EpochMs,
): boolean => isOpen(state) && now >= expiresAt

/** A token refresh also updates a connection, so an update counts only if the connection was unusable before. */
export function isNew(
  { before, startedAt }: Pick<Journey, 'before' | 'startedAt'>,
  now: KnownConnection | null,
): boolean {
  if (startedAt === null || now === null || !isUsable(now.state)) return false
  if (before === null || now.id !== before.id || now.createdAt > before.createdAt) return true
  return !isUsable(before.state) && now.updatedAt >= Math.floor(startedAt / 1000)
}

/** @param journeys Newest first. */
export function unmetScopes(
  journeys: readonly Pick<Journey, 'provider' | 'userId' | 'lack' | 'scopes'>[],
  { userId, provider, granted }: { userId: string; provider: string; granted: readonly string[] },
): string[] {
  const asking = journeys.find(
    (journey) =>
      journey.provider === provider && journey.userId === userId && journey.lack === 'scope_missing',
  )
  return (asking?.scopes ?? []).filter((scope) => !granted.includes(scope))
}

/** @param journeys Newest first. */
export function hasAgreed(
  journeys: readonly Pick<Journey, 'provider' | 'userId' | 'state' | 'scopes' | 'before'>[],
  { userId, provider, scopes }: { userId: string; provider: string; scopes: readonly string[] },
): boolean {
  const theirs = journeys.filter((journey) => journey.provider === provider && journey.userId === userId)
  const end = theirs.findIndex((journey) => journey.state !== 'connected' || journey.scopes.length === 0)
  const counted = end === -1 ? theirs : theirs.slice(0, end)
  const requested = new Set(counted.flatMap(requestedScopes))
  return counted.length > 0 && scopes.every((scope) => requested.has(scope))
}

const requestedScopes = ({ scopes, before }: Pick<Journey, 'scopes' | 'before'>): readonly string[] =>
  scopes.length === 0 ? [] : [...scopes, ...(before?.scopes ?? [])]

export function withheldScopes(
  journey: Pick<Journey, 'state' | 'scopes' | 'before'>,
  requested: readonly string[],
  stored: Pick<StoredConnection, 'state' | 'scopes'> | undefined,
): string[] {
  if (journey.state !== 'connected' || !stored || !isUsable(stored.state)) return []
  return missingScopes([...requested, ...requestedScopes(journey)], stored.scopes)
}

export const missingScopes = (wanted: readonly string[], granted: readonly string[]): string[] =>
  [...new Set(wanted)].filter((scope) => !isProtocolScope(scope) && !granted.includes(scope))

export const hasKeptConnection = ({ state, before }: Pick<Journey, 'state' | 'before'>): boolean =>
  state === 'failed' && before !== null && isUsable(before.state)

export const isUsable = (state: ConnectionState): boolean => isGood(state) || state === 'scope_missing'

export const isGood = (state: ConnectionState): boolean => state === 'healthy' || state === 'expiring'
