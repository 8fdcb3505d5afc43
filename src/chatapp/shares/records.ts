import type { Kysely } from 'kysely'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { newOrderedId } from '#ground/base/ids.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { ChatShare } from './share.ts'
import type { ShareRecord } from './schema.ts'

export interface RecordedAct {
  share: Pick<ChatShare, 'id' | 'chatId'>
  owner: string
  actor: string
  act: ShareRecord['act']
  details?: ShareRecord['details']
}

/** `tx` must be the transaction that performs the recorded act. */
export async function recordAct(
  tx: Kysely<Tables>,
  clock: Clock,
  { share, owner, actor, act, details = {} }: RecordedAct,
): Promise<void> {
  await tx
    .insertInto('chatapp_share_records')
    .values({
      id: newOrderedId(),
      share_id: share.id,
      chat_id: share.chatId,
      owner,
      actor,
      act,
      details: JSON.stringify(details),
      at: epochSeconds(clock),
    })
    .execute()
}

export async function readRecords(
  db: Kysely<Tables>,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<ShareRecord[]> {
  let query = db.selectFrom('chatapp_share_records').selectAll().orderBy('id', 'desc').limit(limit)
  if (before !== undefined) query = query.where('id', '<', before)
  const rows = await query.execute()
  return rows.map((row) => ({
    ...row,
    act: row.act as ShareRecord['act'],
    details: JSON.parse(row.details) as ShareRecord['details'],
  }))
}
