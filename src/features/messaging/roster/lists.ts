import { sql } from 'kysely'
import type { Store } from '#ground/store/store.ts'
import type { Paging } from '#ground/api/schema.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import { isChannel } from '#ground/hub/channels.ts'
import { ChannelMessageState } from '../schema.ts'
import type { Roster } from './roster.ts'
import { nearRows, type RosterRow } from './row.ts'
import type { RosterEntry, RosterPage, Stranger } from './schema.ts'

export interface WhoDeps {
  hub: string
  store: Pick<Store, 'slowReads'>
  accounts: Pick<ChatappClient['accounts'], 'findByEmail'>
  roster(): Promise<Pick<Roster, 'rows' | 'file' | 'readAt' | 'emailOf' | 'problems'>>
}

export interface RosterLists {
  roster(search: string | undefined, page: Paging): Promise<RosterPage>
  strangers(page: Paging): Promise<{ items: Stranger[]; total: number }>
}

export function createRoster(deps: WhoDeps): RosterLists {
  return {
    async roster(search, { limit, offset }) {
      const roster = await deps.roster()
      const found = roster.rows().filter((row) => isFoundBy(search, row))
      const problems = roster.problems().map(({ file, line, message }) => ({ file, line, message }))
      const items = await withAccountFacts(deps, found.slice(offset, offset + limit))
      const [file, readAt] = [roster.file(), roster.readAt()]
      const read_at = file === null || readAt === null ? null : new Date(readAt).toISOString()
      return { file, read_at, problems, items, total: found.length, offset, limit }
    },
    strangers: (page) => strangersOf(deps, page),
  }
}

function isFoundBy(search: string | undefined, { handle, email, name }: RosterRow): boolean {
  const part = (search ?? '').toLowerCase()
  return [handle, email, name ?? ''].some((text) => text.toLowerCase().includes(part))
}

async function withAccountFacts(deps: WhoDeps, rows: readonly RosterRow[]): Promise<RosterEntry[]> {
  const emails = [...new Set(rows.map(({ email }) => email))]
  const [accounts, last] = await Promise.all([accountsOf(deps, emails), lastMessagesOf(deps, emails)])
  return rows.map(({ surface, handle, email, name, line }) => ({
    surface,
    handle,
    email,
    name,
    line,
    has_account: accounts.get(email) ?? null,
    last: last.get(email) ?? null,
  }))
}

async function accountsOf(
  { store, accounts }: WhoDeps,
  emails: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  if (emails.length === 0) return new Map()
  const rows = await store.slowReads
    .selectFrom('people')
    .select('subject')
    .where('subject', 'in', emails)
    .where('account_id', 'is not', null)
    .execute()
  const mirrored = new Set(rows.map(({ subject }) => subject))
  const asked = emails.map(async (email) => {
    if (mirrored.has(email)) return [[email, true] as const]
    const found = await accounts.findByEmail(email)
    return found.ok ? [[email, found.value !== null] as const] : []
  })
  return new Map((await Promise.all(asked)).flat())
}

async function lastMessagesOf(
  { store, hub }: WhoDeps,
  emails: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<RosterEntry['last']>>> {
  const found = await Promise.all(
    emails.map((email) =>
      store.slowReads
        .selectFrom('messages')
        .select(['id', 'state', 'received_at_ms'])
        .where('hub', '=', hub)
        .where('email', '=', email)
        .orderBy('received_at_ms', 'desc')
        .limit(1)
        .executeTakeFirst(),
    ),
  )
  return new Map(
    found.flatMap((row, index) =>
      row
        ? [
            [
              emails[index]!,
              {
                id: row.id,
                state: ChannelMessageState.parse(row.state),
                received_at: new Date(row.received_at_ms).toISOString(),
              },
            ],
          ]
        : [],
    ),
  )
}

async function strangersOf(
  { store, hub, roster }: WhoDeps,
  { limit, offset }: Paging,
): Promise<{ items: Stranger[]; total: number }> {
  const grouped = store.slowReads
    .selectFrom('messages')
    .where('hub', '=', hub)
    .where('state', '=', 'refused')
    .where('reason', '=', UNKNOWN_SENDER)
    .groupBy(['channel', 'handles'])
  const { total } = await store.slowReads
    .selectFrom(grouped.select('channel').as('senders'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await grouped
    .select((eb) => [
      'channel',
      'handles',
      eb.fn.max('sender_name').as('sender'),
      eb.fn.countAll<number>().as('messages'),
      eb.fn.max('received_at_ms').as('last_at'),
    ])
    .orderBy(sql`max(received_at_ms)`, 'desc')
    .orderBy('handles')
    .limit(limit)
    .offset(offset)
    .execute()
  const { emailOf, rows: named } = await roster()
  const known = named()
  const items = rows.flatMap(({ channel, handles, sender, messages, last_at }) => {
    const names = JSON.parse(handles) as string[]
    const [handle] = names
    if (!isChannel(channel) || handle === undefined) return []
    const email = emailOf(channel, names)?.email ?? null
    const near =
      email === null ? nearRows(known, channel, names).map(({ line, handle: as }) => ({ line, as })) : []
    return [{ channel, handle, sender, email, near, messages, last_at: new Date(last_at).toISOString() }]
  })
  return { items, total }
}

export const UNKNOWN_SENDER = 'unknown sender'
