import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'

type RatingRow = Selectable<Tables['chatapp_ratings']>

export type Feedback = RatingRow & { id: string }

interface Page {
  offset: number
  limit: number
}

/** A hash, so that administrators who read the id do not learn the chat. */
const feedbackId = ({ chat_id, message_id }: Pick<RatingRow, 'chat_id' | 'message_id'>): string =>
  createHash('sha256').update(`${chat_id}\n${message_id}`).digest('hex').slice(0, 32)

const withId = (row: RatingRow): Feedback => ({ ...row, id: feedbackId(row) })

export type StoredFeedback = ReturnType<typeof createStoredFeedback>

export const createStoredFeedback = ({ store }: { store: Pick<Store, 'db' | 'slowReads'> }) => {
  const newestFirst = (of: { ownerId?: string; model?: string | undefined }) => {
    const rows = (of.ownerId === undefined ? store.slowReads : store.db)
      .selectFrom('chatapp_ratings')
      .$if(of.ownerId !== undefined, (query) => query.where('user_id', '=', of.ownerId!))
      .$if(of.model !== undefined, (query) => query.where('model', '=', of.model!))
    return {
      rows: rows.selectAll().orderBy('rated_at', 'desc').orderBy('chat_id').orderBy('message_id'),
      count: rows.select((select) => select.fn.countAll<number>().as('total')),
    }
  }

  const page = async (of: { ownerId?: string; model?: string | undefined }, { offset, limit }: Page) => {
    const { rows, count } = newestFirst(of)
    const [items, { total }] = await Promise.all([
      rows.limit(limit).offset(offset).execute(),
      count.executeTakeFirstOrThrow(),
    ])
    return { items: items.map(withId), total }
  }

  const ownedBy = async (ownerId: string): Promise<Feedback[]> =>
    (await newestFirst({ ownerId }).rows.execute()).map(withId)

  return {
    page,
    ownedBy,
    all: async (model?: string): Promise<Feedback[]> =>
      (await newestFirst({ model }).rows.execute()).map(withId),

    find: async (ownerId: string, id: string): Promise<Feedback | null> =>
      (await ownedBy(ownerId)).find((feedback) => feedback.id === id) ?? null,

    async models(): Promise<string[]> {
      const rows = await store.slowReads
        .selectFrom('chatapp_ratings')
        .select('model')
        .distinct()
        .where('model', 'is not', null)
        .orderBy('model')
        .execute()
      return rows.map(({ model }) => model!)
    },

    /** @param since Epoch seconds. */
    ofModel: (model: string, since: number) =>
      store.slowReads
        .selectFrom('chatapp_ratings')
        .select(['is_good', 'rated_at'])
        .where('model', '=', model)
        .where('rated_at', '>=', since)
        .execute(),
  }
}
