import type { ConnectionLack } from '#core/agent/tools/connection-needed.ts'
import type { EpochMs } from '#ground/base/clock.ts'
import type { ConnectionState } from '#ground/identity/chatapp-client/connections.ts'

/** State of a journey. It is open until it is `connected`, `failed`, `cancelled` or `expired`. */
export type JourneyState = 'waiting' | 'started' | 'connected' | 'failed' | 'cancelled' | 'expired'

/**
 * Events of a journey. `returned`: the browser is back from the provider. `stored`: a new connection exists.
 */
export type JourneyEvent = 'start' | 'stored' | 'returned' | 'cancel' | 'time-up'

/** An unfinished journey expires after this. */
export const JOURNEY_MS = 30 * 60_000

export interface Journey {
  id: string
  /** Slug of the requesting Hub; null when the person began it themselves. */
  hub: string | null
  /** E-mail of its person. */
  email: string
  userId: string
  provider: string
  /** Name of the provider for people. */
  name: string
  /** The requesting tool; null without a tool. */
  tool: string | null
  lack: ConnectionLack | 'asked'
  /** Scopes the tool needs. */
  scopes: readonly string[]
  /** Chat of the web chat to return to. */
  chatId: string | null
  state: JourneyState
  /** The connection there was when it was started; null when there was none. */
  before: KnownConnection | null
  createdAt: EpochMs
  expiresAt: EpochMs
  startedAt: EpochMs | null
  endedAt: EpochMs | null
}

/** Facts that distinguish a stored connection from a newer one. No secret. */
export interface KnownConnection {
  id: string
  state: ConnectionState
  /** Epoch seconds. */
  createdAt: number
  updatedAt: number
}

/**
 * The state after an event; the same when the event means nothing there. A person may refuse in one tab and agree in
 * another: then the account is connected, so this is the one end that another may still follow. Pure.
 */
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

/** Whether it is open and its time is up. */
export const isOverdue = (
  { state, expiresAt }: Pick<Journey, 'state' | 'expiresAt'>,
  now: EpochMs,
): boolean => isOpen(state) && now >= expiresAt

/**
 * Whether a stored connection was made after the journey was started. Refreshing changes a connection too, so one that
 * was good before counts only when another has taken its place. Pure.
 */
export function isNew(
  { before, startedAt }: Pick<Journey, 'before' | 'startedAt'>,
  now: KnownConnection | null,
): boolean {
  if (startedAt === null || now === null || !isGood(now.state)) return false
  if (before === null || now.id !== before.id || now.createdAt > before.createdAt) return true
  return !isGood(before.state) && now.updatedAt >= Math.floor(startedAt / 1000)
}

/**
 * Scopes that a tool or server needed lately and that a person's account still lacks. Pure.
 *
 * @param journeys Of one person, the newest first.
 */
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

/**
 * Whether a person agreed to these scopes with their newest journey to a provider. The provider did not grant them, and another
 * journey is not offered. Pure.
 */
export function hasAgreed(
  journeys: readonly Pick<Journey, 'provider' | 'userId' | 'state' | 'scopes'>[],
  { userId, provider, scopes }: { userId: string; provider: string; scopes: readonly string[] },
): boolean {
  const newest = journeys.find((journey) => journey.provider === provider && journey.userId === userId)
  return newest?.state === 'connected' && scopes.every((scope) => newest.scopes.includes(scope))
}

/** Whether a Hub can use it. */
export const isGood = (state: ConnectionState): boolean => state === 'healthy' || state === 'expiring'
