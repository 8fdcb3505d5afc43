import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { bootId, processStart } from '#ground/base/process-start.ts'
import { isDrainingCondition } from '#ground/instances/instances.ts'
import type { Store } from '#ground/store/store.ts'
import { isCarrier } from '../outbox/outbox.ts'
import type { ConversationTarget } from '../send/send.ts'

export interface ConversationsDeps {
  store: Store
  hub: string
  /** Unique id of this process among all that share the database. */
  owner: string
  instance: { id: string }
  clock: Pick<Clock, 'now'>
}

/** Other processes may claim a conversation this long after its last renewal. */
const LEASE_MS = 30_000

/** Leases of conversations. Only one process at a time works on a conversation, so its messages stay in order. */
export interface Conversations {
  due(limit: number): Promise<ConversationTarget[]>
  nextDue(): Promise<EpochMs | null>
  claim(place: ConversationTarget): Promise<boolean>
  release(place: ConversationTarget): Promise<void>
  /** Releases the leases of exited processes on this computer, so that no conversation waits for their expiry. */
  freeAbandoned(): Promise<void>
}

/** Id of this process: host name, process id and start time, because process ids are reused. */
export const ownName = (): string => [hostname(), process.pid, startOf(process.pid)].join(' ')

const startOf = (pid: number): string => {
  const start = processStart(pid)
  return start === null ? 'unknown' : `${bootId()} ${start}`
}

const isGone = (owner: string): boolean => {
  const [host, pid, ...start] = owner.split(' ')
  return host === hostname() && start.join(' ') !== startOf(Number(pid))
}

export function createConversations({
  store,
  hub,
  owner,
  instance,
  clock,
}: ConversationsDeps): Conversations {
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
        .where(({ not }) => not(isDrainingCondition(instance.id)))
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
      const targets = new Map<string, ConversationTarget>()
      for (const { channel, conversation } of waiting)
        if (isCarrier(channel))
          targets.set(conversationKey({ channel, conversation }), { channel, conversation })
      return [...targets.values()].slice(0, limit)
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

/** Works on a conversation if its lease is free. If the lease is lost, the signal aborts. */
export async function withLease(
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
        keep, // a failed renewal is retried before the lease expires
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

const MAX_MESSAGES_PER_CONVERSATION = 20

export const conversationKey = ({ channel, conversation }: ConversationTarget): string =>
  `${channel} ${conversation}`
