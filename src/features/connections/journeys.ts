import type { Clock } from '#ground/base/clock.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { StoredConnection } from '#ground/identity/chatapp-client/connections.ts'
import type { ConnectionEvents } from './log-events.ts'
import {
  isNew,
  isOpen,
  isOverdue,
  JOURNEY_MS,
  nextState,
  withheldScopes,
  type Journey,
  type JourneyEvent,
  type KnownConnection,
} from './journey.ts'
import type { JourneyRows } from './journey-rows.ts'

export interface JourneysDeps {
  rows: JourneyRows
  connections: Pick<ChatappClient['connections'], 'of'>
  onConnected(journey: Journey): void
  newId(): string
  clock: Pick<Clock, 'now'>
  events: Pick<ConnectionEvents, 'journeyMoved'>
}

export type NewJourney = Pick<
  Journey,
  'hub' | 'email' | 'userId' | 'provider' | 'name' | 'tool' | 'lack' | 'scopes' | 'chatId'
>

export type JourneyRefusal = 'over' | 'unavailable'

export type Journeys = ReturnType<typeof createJourneys>

export const createJourneys = (deps: JourneysDeps) => ({
  ask: (wanted: NewJourney): Promise<Journey> => ask(deps, wanted),

  newest: (email: string): Promise<Journey[]> => deps.rows.newest(email),

  find: async (id: string): Promise<Journey | null> => current(deps, await deps.rows.find(id)),

  /** Call this before the browser leaves for the provider. A second call changes nothing. */
  start: (journey: Journey): Promise<Result<Journey, JourneyRefusal>> => start(deps, journey),

  cancel: (journey: Journey): Promise<Journey> => move(deps, journey, 'cancel'),

  look: (journey: Journey): Promise<Result<Journey, 'unavailable'>> => look(deps, journey),

  /** Returns the requested scopes that the person did not grant. Empty while the web chat does not respond. */
  async withheld(journey: Journey, requested: readonly string[]): Promise<string[]> {
    if (journey.state !== 'connected') return []
    const stored = await deps.connections.of(journey.userId, journey.provider)
    return stored.ok ? withheldScopes(journey, requested, stored.value[0]) : []
  },

  /** Call this when the browser is back from the provider. Without a new connection, the journey fails. */
  async returned(journey: Journey): Promise<Result<Journey, 'unavailable'>> {
    const looked = await look(deps, journey)
    return looked.ok ? accepted(await move(deps, looked.value, 'returned')) : looked
  },
})

async function ask(deps: JourneysDeps, wanted: NewJourney): Promise<Journey> {
  const { rows, newId, clock } = deps
  for (;;) {
    const open = await current(deps, await rows.findOpen(wanted))
    if (open && isOpen(open.state)) {
      if (open.userId !== wanted.userId) {
        // The open journey belongs to a deleted account with the e-mail of this new account.
        await move(deps, open, 'cancel')
        continue
      }
      return updated(deps, open, wanted)
    }
    const now = clock.now()
    const journey: Journey = {
      ...wanted,
      id: newId(),
      state: 'waiting',
      before: null,
      createdAt: now,
      expiresAt: now + JOURNEY_MS,
      startedAt: null,
      endedAt: null,
    }
    if (!(await rows.add(journey))) continue // a concurrent call added a journey first, which the next round reads
    await rows.forgetOld(now)
    notifyMove(deps, journey)
    return journey
  }
}

async function updated({ rows }: JourneysDeps, open: Journey, wanted: NewJourney): Promise<Journey> {
  const journey = { ...open }
  if (wanted.chatId !== null && wanted.chatId !== open.chatId) {
    await rows.goBackTo(open.id, wanted.chatId)
    journey.chatId = wanted.chatId
  }
  const scopes = [...new Set([...open.scopes, ...wanted.scopes])]
  if (open.state === 'waiting' && scopes.length > open.scopes.length) {
    await rows.widen(open.id, { lack: wanted.lack, scopes })
    Object.assign(journey, { lack: wanted.lack, scopes })
  }
  return journey
}

async function start(deps: JourneysDeps, journey: Journey): Promise<Result<Journey, JourneyRefusal>> {
  const looked = await look(deps, journey)
  if (!looked.ok) return looked
  if (!isOpen(looked.value.state)) return refused('over')
  if (looked.value.state === 'started') return looked
  const before = await storedFor(deps, journey)
  if (!before.ok) return before
  const started = await move(deps, looked.value, 'start', { before: before.value })
  return isOpen(started.state) ? accepted(started) : refused('over')
}

async function look(deps: JourneysDeps, journey: Journey): Promise<Result<Journey, 'unavailable'>> {
  if (journey.startedAt === null || nextState(journey.state, 'stored') === journey.state)
    return accepted(journey)
  const stored = await storedFor(deps, journey)
  if (!stored.ok) return stored
  return accepted(isNew(journey, stored.value) ? await move(deps, journey, 'stored') : journey)
}

async function storedFor(
  { connections }: JourneysDeps,
  { userId, provider }: Journey,
): Promise<Result<KnownConnection | null, 'unavailable'>> {
  const stored = await connections.of(userId, provider)
  return stored.ok ? accepted(stored.value[0] ? known(stored.value[0]) : null) : refused('unavailable')
}

const current = async (deps: JourneysDeps, found: Journey | null): Promise<Journey | null> =>
  found && isOverdue(found, deps.clock.now()) ? move(deps, found, 'time-up') : found

async function move(
  deps: JourneysDeps,
  journey: Journey,
  event: JourneyEvent,
  { before }: { before?: KnownConnection | null } = {},
): Promise<Journey> {
  const { rows, clock } = deps
  const to = nextState(journey.state, event)
  if (to === journey.state) return journey
  const at = event === 'time-up' ? journey.expiresAt : clock.now()
  const facts = { at, ...(before !== undefined && { before }) }
  const isOurs = await rows.move(journey.id, journey.state, to, facts)
  const moved = (await rows.find(journey.id)) ?? journey
  if (!isOurs) return moved
  notifyMove(deps, moved)
  if (moved.state === 'connected') deps.onConnected(moved)
  return moved
}

const notifyMove = ({ events }: JourneysDeps, { id, hub, provider, state }: Journey): void =>
  events.journeyMoved({ journey: id, hub, provider, state })

const known = ({ id, state, createdAt, updatedAt, scopes }: StoredConnection): KnownConnection => ({
  id,
  state,
  createdAt,
  updatedAt,
  scopes,
})
