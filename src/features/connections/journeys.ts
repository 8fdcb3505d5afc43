import type { Clock } from '#ground/base/clock.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { StoredConnection } from '#ground/identity/chatapp-client/connections.ts'
import type { ConnectionEvents } from './events.ts'
import {
  isNew,
  isOpen,
  isOverdue,
  JOURNEY_MS,
  nextState,
  type Journey,
  type JourneyEvent,
  type KnownConnection,
} from './journey.ts'
import type { JourneyRows } from './journey-rows.ts'

export interface JourneysDeps {
  rows: JourneyRows
  connections: Pick<ChatappClient['connections'], 'of'>
  /** An account was connected: what is known of it is old. */
  onConnected(journey: Journey): void
  newId(): string
  clock: Pick<Clock, 'now'>
  events: Pick<ConnectionEvents, 'journeyMoved'>
}

export type NewJourney = Pick<
  Journey,
  'hub' | 'email' | 'userId' | 'provider' | 'name' | 'tool' | 'lack' | 'scopes' | 'chatId'
>

/** `over`: it has ended. `unavailable`: the web chat can't be asked. */
export type JourneyRefusal = 'over' | 'unavailable'

export type Journeys = ReturnType<typeof createJourneys>

/** People's ways to outside providers and back. */
export function createJourneys({ rows, connections, onConnected, newId, clock, events }: JourneysDeps) {
  const move = async (
    journey: Journey,
    event: JourneyEvent,
    { before }: { before?: KnownConnection | null } = {},
  ): Promise<Journey> => {
    const to = nextState(journey.state, event)
    if (to === journey.state) return journey
    const at = event === 'time-up' ? journey.expiresAt : clock.now()
    const isOurs = await rows.move(journey.id, journey.state, to, {
      at,
      ...(before !== undefined && { before }),
    })
    const moved = (await rows.find(journey.id)) ?? journey
    if (!isOurs) return moved
    const { id, hub, provider, state } = moved
    events.journeyMoved({ journey: id, hub, provider, state })
    if (state === 'connected') onConnected(moved)
    return moved
  }

  const current = async (found: Journey | null): Promise<Journey | null> =>
    found && isOverdue(found, clock.now()) ? move(found, 'time-up') : found

  const storedFor = async ({
    userId,
    provider,
  }: Journey): Promise<Result<KnownConnection | null, 'unavailable'>> => {
    const stored = await connections.of(userId, provider)
    return stored.ok ? accepted(stored.value[0] ? known(stored.value[0]) : null) : refused('unavailable')
  }

  /** Believe what the web chat has stored since. */
  const look = async (journey: Journey): Promise<Result<Journey, 'unavailable'>> => {
    if (journey.startedAt === null || nextState(journey.state, 'stored') === journey.state)
      return accepted(journey)
    const stored = await storedFor(journey)
    if (!stored.ok) return stored
    return accepted(isNew(journey, stored.value) ? await move(journey, 'stored') : journey)
  }

  return {
    /** The open journey of a person to a provider; a new one when there is none. */
    async ask(wanted: NewJourney): Promise<Journey> {
      for (;;) {
        const open = await current(await rows.findOpen(wanted))
        if (open && isOpen(open.state)) {
          if (open.userId !== wanted.userId) {
            // That account is gone, and another has its e-mail now.
            await move(open, 'cancel')
            continue
          }
          if (wanted.chatId === null || wanted.chatId === open.chatId) return open
          await rows.goBackTo(open.id, wanted.chatId)
          return { ...open, chatId: wanted.chatId }
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
        if (!(await rows.add(journey))) continue // somebody else was faster: theirs is open now
        await rows.forgetOld(now)
        events.journeyMoved({
          journey: journey.id,
          hub: journey.hub,
          provider: journey.provider,
          state: 'waiting',
        })
        return journey
      }
    },

    async find(id: string): Promise<Journey | null> {
      return current(await rows.find(id))
    },

    /** Leave for the provider, from now on. Starting twice is starting once. */
    async start(journey: Journey): Promise<Result<Journey, JourneyRefusal>> {
      const looked = await look(journey)
      if (!looked.ok) return looked
      if (!isOpen(looked.value.state)) return refused('over')
      if (looked.value.state === 'started') return looked
      const before = await storedFor(journey)
      if (!before.ok) return before
      const started = await move(looked.value, 'start', { before: before.value })
      return isOpen(started.state) ? accepted(started) : refused('over')
    },

    cancel: (journey: Journey): Promise<Journey> => move(journey, 'cancel'),

    look,

    /** The browser is back: without a new connection the journey has failed. */
    async returned(journey: Journey): Promise<Result<Journey, 'unavailable'>> {
      const looked = await look(journey)
      return looked.ok ? accepted(await move(looked.value, 'returned')) : looked
    },
  }
}

const known = ({ id, state, createdAt, updatedAt }: StoredConnection): KnownConnection => ({
  id,
  state,
  createdAt,
  updatedAt,
})
