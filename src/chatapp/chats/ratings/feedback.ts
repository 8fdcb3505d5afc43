import { createHash } from 'node:crypto'
import type { ExpressionBuilder, Selectable } from 'kysely'
import { processTurns } from '#ground/base/turn-budget.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'

type RatingRow = Selectable<Tables['chatapp_ratings']>

export type Feedback = RatingRow & { id: string }

type AnswerKey = Pick<RatingRow, 'chat_id' | 'message_id'>

const PORTION_ROWS = 1000

/** Condition for the rows that follow the given row in the order of `newestFirst`. */
const isAfter =
  ({ rated_at: at, chat_id: chatId, message_id: messageId }: RatingRow) =>
  (row: ExpressionBuilder<Tables, 'chatapp_ratings'>) =>
    row.or([
      row('rated_at', '<', at),
      row.and([row('rated_at', '=', at), row('chat_id', '>', chatId)]),
      row.and([row('rated_at', '=', at), row('chat_id', '=', chatId), row('message_id', '>', messageId)]),
    ])

interface Page {
  offset: number
  limit: number
}

/** Administrators see this id, so it is a hash that does not reveal the chat. */
const feedbackId = ({ chat_id, message_id }: AnswerKey): string =>
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

  /** Also null for another person's rating. */
  const ofAnswer = async (ownerId: string, answer: AnswerKey): Promise<Feedback | null> => {
    const row = await store.db
      .selectFrom('chatapp_ratings')
      .selectAll()
      .where('chat_id', '=', answer.chat_id)
      .where('message_id', '=', answer.message_id)
      .where('user_id', '=', ownerId)
      .executeTakeFirst()
    return row ? withId(row) : null
  }

  return {
    page,
    ownedBy,
    ofAnswer,

    /** Reads portions, so that no statement takes long. */
    async all(model?: string): Promise<Feedback[]> {
      const read: Feedback[] = []
      for (let last: RatingRow | undefined; ; last = read.at(-1)) {
        const { rows } = newestFirst({ model })
        const portion = await (last ? rows.where(isAfter(last)) : rows).limit(PORTION_ROWS).execute()
        for (const row of portion) read.push(withId(row))
        if (portion.length < PORTION_ROWS) return read
        if (processTurns.isSpent()) await processTurns.nextTurn()
      }
    },

    async find(ownerId: string, id: string): Promise<Feedback | null> {
      const answers = await store.db
        .selectFrom('chatapp_ratings')
        .select(['chat_id', 'message_id'])
        .where('user_id', '=', ownerId)
        .execute()
      const answer = answers.find((one) => feedbackId(one) === id)
      return answer ? ofAnswer(ownerId, answer) : null
    },

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
