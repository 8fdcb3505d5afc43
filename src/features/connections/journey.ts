import type { ConnectionLack } from '#core/agent/tools/connection-needed.ts'
import type { EpochMs } from '#ground/base/clock.ts'
import { isProtocolScope } from '#ground/base/protocol-scopes.ts'
import type { ConnectionState, StoredConnection } from '#ground/identity/chatapp-client/connections.ts'

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
  /** Granted scopes, which a journey requests again; absent in journeys of earlier releases. */
  scopes?: readonly string[]
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
 * worked before counts only when another has replaced it. A connection counts although the provider granted fewer
 * scopes than were requested. Pure.
 */
export function isNew(
  { before, startedAt }: Pick<Journey, 'before' | 'startedAt'>,
  now: KnownConnection | null,
): boolean {
  if (startedAt === null || now === null || !isUsable(now.state)) return false
  if (before === null || now.id !== before.id || now.createdAt > before.createdAt) return true
  return !isUsable(before.state) && now.updatedAt >= Math.floor(startedAt / 1000)
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
 * Whether a person agreed to these scopes, and the provider did not grant them: another journey is then not offered. The journeys
 * for further scopes count that connected since the person last did anything else, so that two scopes that the provider
 * withholds are not requested in turn forever. Pure.
 *
 * @param journeys The newest first.
 */
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

/** Scopes that a journey for further scopes requests: its own, and those that were granted before. */
const requestedScopes = ({ scopes, before }: Pick<Journey, 'scopes' | 'before'>): readonly string[] =>
  scopes.length === 0 ? [] : [...scopes, ...(before?.scopes ?? [])]

/**
 * Scopes that a connected journey requested and the provider did not grant. Pure.
 *
 * @param asked Scopes that an administrator entered.
 */
export function withheldScopes(
  journey: Pick<Journey, 'state' | 'scopes' | 'before'>,
  asked: readonly string[],
  stored: Pick<StoredConnection, 'state' | 'scopes'> | undefined,
): string[] {
  if (journey.state !== 'connected' || !stored || !isUsable(stored.state)) return []
  return missingScopes([...asked, ...requestedScopes(journey)], stored.scopes)
}

/** Wanted scopes that were not granted, each once and without those of the protocol. Pure. */
export const missingScopes = (wanted: readonly string[], granted: readonly string[]): string[] =>
  [...new Set(wanted)].filter((scope) => !isProtocolScope(scope) && !granted.includes(scope))

/** Whether a failed journey left a connection in use that was there before. */
export const hasKeptConnection = ({ state, before }: Pick<Journey, 'state' | 'before'>): boolean =>
  state === 'failed' && before !== null && isUsable(before.state)

/** Whether its token works, at least for the scopes that were granted. */
export const isUsable = (state: ConnectionState): boolean => isGood(state) || state === 'scope_missing'

/** Whether its token works and lacks no scope that an administrator entered. */
export const isGood = (state: ConnectionState): boolean => state === 'healthy' || state === 'expiring'
