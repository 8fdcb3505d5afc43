import type { Store } from '#ground/store/store.ts'
import { Instructions } from './schema.ts'

const KEY = 'instructions'
const NONE: Instructions = { text: '', is_on: true }

/** What people want every agent to keep in mind, among the settings of their accounts. */
export function createInstructions({ db, transaction }: Pick<Store, 'db' | 'transaction'>) {
  async function read(accountId: string): Promise<Instructions> {
    const row = await db
      .selectFrom('chatapp_users')
      .select('settings')
      .where('id', '=', accountId)
      .executeTakeFirst()
    const kept = Instructions.safeParse(settingsIn(row?.settings)[KEY])
    return kept.success ? kept.data : NONE
  }
  return {
    read,

    /** What goes with a question of theirs; null: nothing. */
    async wantedBy(accountId: string): Promise<string | null> {
      const { text, is_on: isOn } = await read(accountId)
      return isOn && text !== '' ? text : null
    },

    write: (accountId: string, instructions: Instructions): Promise<void> =>
      transaction(async (tx) => {
        const row = await tx
          .selectFrom('chatapp_users')
          .select('settings')
          .where('id', '=', accountId)
          .forNoKeyUpdate()
          .executeTakeFirst()
        const settings = JSON.stringify({ ...settingsIn(row?.settings), [KEY]: instructions })
        await tx.updateTable('chatapp_users').set({ settings }).where('id', '=', accountId).execute()
      }),
  }
}

const settingsIn = (text: string | undefined): Record<string, unknown> =>
  JSON.parse(text || '{}') as Record<string, unknown>
