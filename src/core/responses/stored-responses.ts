import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Clock } from '#ground/base/clock.ts'
import { portions } from '#ground/base/portions.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'

export interface StoredItem {
  id: string
  type: string
  [field: string]: unknown
}

export interface StoredResponse {
  id: string
  /** Null for the first answer of a conversation. */
  previous: string | null
  chat: string
  input: readonly StoredItem[]
  response: { id: string; output: readonly StoredItem[] } & Record<string, unknown>
}

/** `incomplete`: the answer exists, but an earlier answer of its conversation was removed. */
export type ConversationRefusal = 'not_found' | 'incomplete' | 'too_large'

/** An answer is visible only to its owner: an e-mail, or null for the holder of the bridge key. */
export interface StoredResponses {
  /**
   * Also removes the owner's least recently used answers that exceed `maxCount` or `maxBytes`.
   * @param references Ids of older answers that count as used now.
   */
  add(owner: string | null, answer: StoredResponse, references: readonly string[]): Promise<void>
  find(owner: string | null, id: string): Promise<StoredResponse | null>
  /** Omits answers that the owner does not have. */
  findAll(owner: string | null, ids: readonly string[]): Promise<StoredResponse[]>
  conversation(
    owner: string | null,
    id: string,
  ): Promise<Result<readonly StoredResponse[], ConversationRefusal>>
  remove(owner: string | null, id: string): Promise<boolean>
}

export interface StoredResponsesLimits {
  maxCount: number
  /** Maximum bytes of all answers of one owner. */
  maxBytes: number
  maxConversationBytes: number
}

export const STORED_RESPONSES_LIMITS: StoredResponsesLimits = {
  maxCount: 1000,
  maxBytes: 64 * 1024 * 1024,
  maxConversationBytes: 8 * 1024 * 1024,
}

export const MAX_STORED_INPUT_BYTES = 4 * 1024 * 1024
export const MAX_STORED_RESPONSE_BYTES = 4 * 1024 * 1024

interface StoredResponsesDeps {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Pick<Clock, 'now'>
  hub: string
  retentionMs: number
  limits?: StoredResponsesLimits
}

export function createStoredResponses(deps: StoredResponsesDeps): StoredResponses {
  const { store, hub, limits = STORED_RESPONSES_LIMITS } = deps
  const findAll: StoredResponses['findAll'] = async (owner, ids) => {
    const found: StoredResponse[] = []
    for (const some of portions(ids)) {
      const rows = await owned(deps, store.db, owner).selectAll().where('id', 'in', some).execute()
      found.push(...rows.map(answerOf))
    }
    return found
  }
  return {
    findAll,
    find: async (owner, id) => (await findAll(owner, [id]))[0] ?? null,
    async add(owner, answer, references) {
      await store.transaction((tx) => insert(tx, deps, owner, { answer, references }))
      await removeExcess(deps, owner, { newest: answer.id, limits })
    },
    async conversation(owner, id) {
      const ids = await idsOfConversation(deps, owner, { id, maxBytes: limits.maxConversationBytes })
      if (!ids.ok) return ids
      const found = new Map((await findAll(owner, ids.value)).map((answer) => [answer.id, answer]))
      const answers = ids.value.flatMap((each) => found.get(each) ?? [])
      return answers.length === ids.value.length ? accepted(answers) : refused('incomplete')
    },
    async remove(owner, id) {
      const row = await owned(deps, store.db, owner).select('id').where('id', '=', id).executeTakeFirst()
      if (!row) return false
      await store.db.deleteFrom('stored_responses').where('hub', '=', hub).where('id', '=', id).execute()
      return true
    },
  }
}

const owned = ({ hub, clock, retentionMs }: StoredResponsesDeps, db: Kysely<Tables>, owner: string | null) =>
  db
    .selectFrom('stored_responses')
    .where('hub', '=', hub)
    .where('owner', owner === null ? 'is' : '=', owner)
    .where('used_at_ms', '>', clock.now() - retentionMs)

async function insert(
  tx: Transaction<Tables>,
  deps: StoredResponsesDeps,
  owner: string | null,
  { answer, references }: { answer: StoredResponse; references: readonly string[] },
): Promise<void> {
  const { hub } = deps
  const { id, previous, chat } = answer
  const [input, response] = [JSON.stringify(answer.input), JSON.stringify(answer.response)]
  const bytes = Buffer.byteLength(input) + Buffer.byteLength(response)
  const used_at_ms = deps.clock.now()
  const before =
    previous === null
      ? undefined
      : await owned(deps, tx, owner).select('root').where('id', '=', previous).executeTakeFirst()
  const root = before?.root ?? id
  await tx
    .insertInto('stored_responses')
    .values({ hub, id, owner, root, previous, chat, input, response, bytes, used_at_ms })
    .execute()
  const touched = tx
    .updateTable('stored_responses')
    .set({ used_at_ms })
    .where('hub', '=', hub)
    .where('owner', owner === null ? 'is' : '=', owner)
  if (before) await touched.where('root', '=', root).execute()
  for (const some of portions(references)) await touched.where('id', 'in', some).execute()
}

async function idsOfConversation(
  deps: StoredResponsesDeps,
  owner: string | null,
  { id, maxBytes }: { id: string; maxBytes: number },
): Promise<Result<readonly string[], ConversationRefusal>> {
  const { db } = deps.store
  const last = await owned(deps, db, owner).select('root').where('id', '=', id).executeTakeFirst()
  if (!last) return refused('not_found')
  const rows = await owned(deps, db, owner)
    .select(['id', 'previous', 'bytes'])
    .where('root', '=', last.root)
    .execute()
  const links = new Map(rows.map((row) => [row.id, row]))
  const ids: string[] = []
  let bytes = 0
  for (let next: string | null = id; next !== null;) {
    const link = links.get(next)
    if (!link) return refused('incomplete')
    links.delete(next)
    ids.unshift(next)
    bytes += link.bytes
    if (bytes > maxBytes) return refused('too_large')
    next = link.previous
  }
  return accepted(ids)
}

async function removeExcess(
  deps: StoredResponsesDeps,
  owner: string | null,
  { newest, limits }: { newest: string; limits: StoredResponsesLimits },
): Promise<void> {
  const { db } = deps.store
  const total = await owned(deps, db, owner)
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>('bytes').as('bytes')])
    .executeTakeFirstOrThrow()
  let [count, bytes] = [total.count - limits.maxCount, Number(total.bytes) - limits.maxBytes]
  if (count <= 0 && bytes <= 0) return
  const oldest = await owned(deps, db, owner)
    .select(['id', 'bytes'])
    .where('id', '!=', newest)
    .orderBy('used_at_ms')
    .orderBy('id')
    .execute()
  const gone: string[] = []
  for (const row of oldest) {
    if (count <= 0 && bytes <= 0) break
    gone.push(row.id)
    count--
    bytes -= row.bytes
  }
  for (const some of portions(gone))
    await db.deleteFrom('stored_responses').where('hub', '=', deps.hub).where('id', 'in', some).execute()
}

const answerOf = (row: Selectable<Tables['stored_responses']>): StoredResponse => ({
  id: row.id,
  previous: row.previous,
  chat: row.chat,
  input: JSON.parse(row.input) as StoredItem[],
  response: JSON.parse(row.response) as StoredResponse['response'],
})
