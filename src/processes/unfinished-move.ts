import { existsSync } from 'node:fs'
import { inboxesLayout } from '#core/inbox/layout.ts'
import { BadConfiguration } from '#ground/base/environment.ts'
import type { SharedConfig } from './config/shared.ts'

/**
 * Refuses to start during an unfinished move. Otherwise the Hub would handle the same events again after the move.
 * @throws BadConfiguration
 */
export function refuseHalfMoved({ hubFolder, inbox }: Pick<SharedConfig, 'hubFolder' | 'inbox'>): void {
  if (inbox === 'store' || !existsSync(inboxesLayout(hubFolder).arriving)) return
  const message =
    'some events of this Hub are still in the database, because hub move inbox was interrupted: run the command again, or set SVC_INBOX=store'
  throw new BadConfiguration([{ variable: 'SVC_INBOX', message }])
}
