import type { Kysely } from 'kysely'
import { parseJson } from '#ground/base/json/parse.ts'
import type { Tables } from './tables.ts'

interface ProposedCall {
  action: string
  surface?: string
  chat_id?: string
}

interface RemovedChat {
  /** E-mail of the chat's owner. */
  email: string
  chatId: string
}

const CHAT_DELETED = 'The chat of this call was deleted, so the call was withdrawn and cannot run.'
const ACCOUNT_DELETED = 'The account of the proposer was deleted, so the request was withdrawn.'

/** Ends the calls of a removed web chat that still wait for a decision. Confirmed calls still run. */
export async function withdrawCallsOfChat(db: Kysely<Tables>, { email, chatId }: RemovedChat): Promise<void> {
  const open = await db
    .selectFrom('change_requests')
    .select(['id', 'operations'])
    .where('proposer', '=', email)
    .where('state', '=', 'proposed')
    .where('kind', '=', 'tool_call')
    .execute()
  const ids = open.filter(({ operations }) => isOfChat(operations, chatId)).map(({ id }) => id)
  if (ids.length > 0) await withdraw(db, CHAT_DELETED).where('id', 'in', ids).execute()
}

export async function withdrawProposalsOf(db: Kysely<Tables>, email: string): Promise<void> {
  await withdraw(db, ACCOUNT_DELETED).where('proposer', '=', email).execute()
}

/** Earlier releases know no outcome for withdrawn requests, so the outcome is `refused`. */
const withdraw = (db: Kysely<Tables>, detail: string) =>
  db
    .updateTable('change_requests')
    .set({ state: 'expired', result: JSON.stringify({ outcome: 'refused', detail }) })
    .where('state', '=', 'proposed')

/** A Hub adds a suffix to the id of a chat if another caller owns a chat with the same id. */
const isOfChat = (operations: string, chatId: string): boolean =>
  (parseJson(operations) as ProposedCall[]).some(
    ({ action, surface, chat_id: id }) =>
      action === 'call_tool' &&
      surface === 'chatapp' &&
      id !== undefined &&
      (id === chatId || id.startsWith(`${chatId}~`)),
  )
