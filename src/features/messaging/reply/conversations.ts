import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { bootId, processStart } from '#ground/base/process-start.ts'
import { drains } from '#ground/instances/instances.ts'
import type { Store } from '#ground/store/store.ts'
import { isCarrier } from '../outbox/outbox.ts'
import type { ConversationTarget } from '../send/send.ts'

export interface ConversationsDeps {
  store: Store
  hub: string
  /** Names this process among all that share the store. */
  owner: string
  /** This start of the service: while it drains, only what is written already is sent. */
  machine: { id: string }
  clock: Pick<Clock, 'now'>
}

/** Time after the last heartbeat of a process until another may take its conversations. */
const LEASE_MS = 30_000

/** Conversations that are worked on by one process at a time, so that their order is kept. */
export interface Conversations {
  /** Those in which something may be done now, that of the longest wait first. */
  due(limit: number): Promise<ConversationTarget[]>
  /** When something may be done that has to wait yet. */
  nextDue(): Promise<EpochMs | null>
  /** @returns Whether it is ours until `LEASE_MS` from now. */
  claim(place: ConversationTarget): Promise<boolean>
  release(place: ConversationTarget): Promise<void>
  /**
   * Releases the leases of exited processes of this machine, so that no conversation waits for their expiry.
   */
  freeAbandoned(): Promise<void>
}

/** Names this process: its machine, its number, and which of all that ever had that number it is. */
export const ownName = (): string => [hostname(), process.pid, startOf(process.pid)].join(' ')

const startOf = (pid: number): string => {
  const start = processStart(pid)
  return start === null ? 'unknown' : `${bootId()} ${start}`
}

const isGone = (owner: string): boolean => {
  const [host, pid, ...start] = owner.split(' ')
  return host === hostname() && start.join(' ') !== startOf(Number(pid))
}

export function createConversations({ store, hub, owner, machine, clock }: ConversationsDeps): Conversations {
  const row = ({ channel, conversation }: ConversationTarget) =>
    store.db
      .updateTable('conversations')
      .where('hub', '=', hub)
      .where('channel', '=', channel)
      .where('id', '=', conversation)
  return {
    async due(limit) {
      const now = clock.now()
      const waiting = await store.db
        .selectFrom('messages')
        .where('hub', '=', hub)
        .where('state', 'in', ['received', 'answering'])
        .where('due_at_ms', '<=', now)
        .where('joined_to', 'is', null)
        .where(({ not }) => not(drains(machine.id)))
        .select(['channel', 'conversation', 'due_at_ms'])
        .unionAll(
          store.db
            .selectFrom('outbox')
            .where('hub', '=', hub)
            .where('state', '=', 'waiting')
            .where('due_at_ms', '<=', now)
            .select(['channel', 'conversation', 'due_at_ms']),
        )
        .orderBy('due_at_ms')
        .limit(limit * MAX_MESSAGES_PER_CONVERSATION)
        .execute()
      const places = new Map<string, ConversationTarget>()
      for (const { channel, conversation } of waiting)
        if (isCarrier(channel))
          places.set(conversationKey({ channel, conversation }), { channel, conversation })
      return [...places.values()].slice(0, limit)
    },
    nextDue: () => nextDue(store.db, hub, clock.now()),
    async claim(place) {
      const now = clock.now()
      const { numUpdatedRows } = await row(place)
        .where((eb) =>
          eb.or([
            eb('lease_until_ms', 'is', null),
            eb('lease_until_ms', '<', now),
            eb('lease_owner', '=', owner),
          ]),
        )
        .set({ lease_owner: owner, lease_until_ms: now + LEASE_MS })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async freeAbandoned() {
      const held = store.db.selectFrom('conversations').where('hub', '=', hub)
      const owners = await held
        .where('lease_owner', 'is not', null)
        .select('lease_owner')
        .distinct()
        .execute()
      const gone = owners.flatMap(({ lease_owner: name }) => (name !== null && isGone(name) ? name : []))
      if (gone.length === 0) return
      await store.db
        .updateTable('conversations')
        .set({ lease_owner: null, lease_until_ms: null })
        .where('hub', '=', hub)
        .where('lease_owner', 'in', gone)
        .execute()
    },
    async release(place) {
      await row(place)
        .where('lease_owner', '=', owner)
        .set({ lease_owner: null, lease_until_ms: null })
        .execute()
    },
  }
}

async function nextDue(db: Store['db'], hub: string, now: EpochMs): Promise<EpochMs | null> {
  const later = await db
    .selectNoFrom((eb) => {
      const first = (from: 'messages' | 'outbox', state: string) =>
        eb
          .selectFrom(from)
          .where('hub', '=', hub)
          .where('state', '=', state)
          .where('due_at_ms', '>', now)
          .$if(from === 'messages', (messages) => messages.where(sql.ref('joined_to'), 'is', null))
          .select((row) => row.fn.min('due_at_ms').as('due'))
      return [
        first('messages', 'received').as('received'),
        first('messages', 'answering').as('answering'),
        first('outbox', 'waiting').as('waiting'),
      ]
    })
    .executeTakeFirstOrThrow()
  const dues = Object.values(later).filter((due) => due !== null)
  return dues.length > 0 ? Math.min(...dues) : null
}

/** Works on a conversation if it is free, until its lease is lost: then the signal aborts. */
export async function whileOurs(
  { conversations, clock }: { conversations: Conversations; clock: Pick<Clock, 'after'> },
  place: ConversationTarget,
  work: (lost: AbortSignal) => Promise<void>,
): Promise<void> {
  if (!(await conversations.claim(place))) return
  const lost = new AbortController()
  let cancel = () => {}
  const keep = () => {
    cancel = clock.after(LEASE_MS / 3, () => {
      void conversations.claim(place).then(
        (isOurs) => (isOurs ? keep() : lost.abort()),
        keep, // the store is unavailable to all: the lease expires, or the store returns
      )
    })
  }
  keep()
  try {
    await work(lost.signal)
  } finally {
    cancel()
    await conversations.release(place)
  }
}

/** Messages of one conversation that are looked at for it to be found. */
const MAX_MESSAGES_PER_CONVERSATION = 20

export const conversationKey = ({ channel, conversation }: ConversationTarget): string =>
  `${channel} ${conversation}`
