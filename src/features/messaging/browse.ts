import { sql, type Selectable } from 'kysely'
import type { ChannelName } from '#ground/hub/channels.ts'
import type { MessageTables } from '#ground/store/message-tables.ts'
import type { Store } from '#ground/store/store.ts'
import { cutText } from '#ground/base/cut-text.ts'
import { readChannelMessage } from './message.ts'
import { ChannelMessageState, type MessageDetail, type ChannelMessageView } from './schema.ts'

type Row = Selectable<MessageTables['messages']>

export interface MessageFilter {
  channel?: ChannelName | undefined
  state?: ChannelMessageState | undefined
  search?: string | undefined
  /** Epoch milliseconds, inclusive. */
  since?: number | undefined
  /** Epoch milliseconds, exclusive. */
  until?: number | undefined
}

export interface MessageBrowser {
  list(
    filter: MessageFilter,
    page: { limit: number; offset: number },
  ): Promise<{ items: ChannelMessageView[]; total: number }>
  read(id: string): Promise<MessageDetail | null>
  counts(channel: ChannelName): Promise<Record<ChannelMessageState, number>>
}

const PREVIEW = 200
const SEARCHED = ['text', 'sender_name', 'email', 'handles'] as const

const isLike = (column: (typeof SEARCHED)[number], part: string) =>
  sql<boolean>`lower(${sql.ref(column)}) like ${part} escape '\\'`

export function createMessageBrowser({ hub, store }: { hub: string; store: Store }): MessageBrowser {
  return {
    async list({ channel, state, search, since, until }, { limit, offset }) {
      const part = `%${(search ?? '').toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
      const found = store.slowReads
        .selectFrom('messages')
        .where('hub', '=', hub)
        .$if(channel !== undefined, (all) => all.where('channel', '=', channel!))
        .$if(state !== undefined, (all) => all.where('state', '=', state!))
        .$if(since !== undefined, (all) => all.where('received_at_ms', '>=', since!))
        .$if(until !== undefined, (all) => all.where('received_at_ms', '<', until!))
        .$if(search !== undefined, (all) =>
          all.where(({ or }) => or(SEARCHED.map((column) => isLike(column, part)))),
        )
      const { total } = await found
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const rows = await found
        .selectAll()
        .orderBy('received_at_ms', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      return { items: rows.map(lineOf), total }
    },
    async read(id) {
      const row = await store.slowReads
        .selectFrom('messages')
        .selectAll()
        .where('hub', '=', hub)
        .where('id', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : { ...lineOf(row), ...(await detailsOf(store, row)) }
    },
    async counts(channel) {
      const rows = await store.slowReads
        .selectFrom('messages')
        .where('hub', '=', hub)
        .where('channel', '=', channel)
        .groupBy('state')
        .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
        .execute()
      const counts = new Map(rows.map(({ state, count }) => [state, count]))
      return Object.fromEntries(
        ChannelMessageState.options.map((state) => [state, counts.get(state) ?? 0]),
      ) as Record<ChannelMessageState, number>
    },
  }
}

function lineOf(row: Row): ChannelMessageView {
  const message = readChannelMessage(row)
  return {
    id: message.id,
    hub: message.hub,
    channel: message.channel,
    conversation: message.conversation,
    handle: message.handles[0],
    sender: message.senderName,
    email: message.email,
    preview: cutText(message.text, PREVIEW),
    files: message.media.length,
    state: message.state,
    reason: message.reason,
    received_at: timeOf(row.received_at_ms),
    ended_at: row.ended_at_ms === null ? null : timeOf(row.ended_at_ms),
  }
}

async function detailsOf(store: Store, row: Row): Promise<Omit<MessageDetail, keyof ChannelMessageView>> {
  const { text, media, answer, attempts } = readChannelMessage(row)
  const wholes = await store.slowReads
    .selectFrom('outbox')
    .selectAll()
    .where('message_id', '=', row.id)
    .where('cause', 'not in', ['preview', 'edit'])
    .orderBy('id')
    .execute()
  const parts = await store.slowReads
    .selectFrom('outbox_parts')
    .selectAll()
    .where('outbox_id', 'in', [...wholes.map(({ id }) => id), ''])
    .orderBy('position')
    .execute()
  return {
    text,
    media: media.map(({ filename, contentType }) => ({ filename, content_type: contentType })),
    answer,
    attempts,
    sent: wholes.map(({ id, cause, state }) => ({
      cause: cause as MessageDetail['sent'][number]['cause'],
      state: state as MessageDetail['sent'][number]['state'],
      parts: parts.filter((part) => part.outbox_id === id).map(partOf),
    })),
  }
}

const partOf = (
  part: Selectable<MessageTables['outbox_parts']>,
): MessageDetail['sent'][number]['parts'][number] => ({
  text: part.plain,
  state: part.state === 'showing' ? 'sending' : (part.state as 'waiting'),
  reason: part.reason,
  attempts: part.attempts,
  sent_at: part.sent_at_ms === null ? null : timeOf(part.sent_at_ms),
  delivered_at: part.delivered_at_ms === null ? null : timeOf(part.delivered_at_ms),
  read_at: part.read_at_ms === null ? null : timeOf(part.read_at_ms),
})

const timeOf = (ms: number): string => new Date(ms).toISOString()
