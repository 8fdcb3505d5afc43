import type { Selectable } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'
import type { ShareAudience } from './schema.ts'

/** Times are epoch seconds. */
export interface ChatShare {
  id: string
  chatId: string
  ownerId: string
  audience: ShareAudience
  /** Null: the share is live. */
  copyTitle: string | null
  showsDetails: boolean
  createdAt: number
  changedAt: number
}

export const shareOf = (row: Selectable<Tables['chatapp_shares']>): ChatShare => ({
  id: row.id,
  chatId: row.chat_id,
  ownerId: row.user_id,
  audience: row.audience as ShareAudience,
  copyTitle: row.copy_title,
  showsDetails: row.shows_details === 1,
  createdAt: row.created_at,
  changedAt: row.changed_at,
})

export const rowOf = (share: ChatShare): Selectable<Tables['chatapp_shares']> => ({
  id: share.id,
  chat_id: share.chatId,
  user_id: share.ownerId,
  audience: share.audience,
  copy_title: share.copyTitle,
  shows_details: share.showsDetails ? 1 : 0,
  created_at: share.createdAt,
  changed_at: share.changedAt,
})
