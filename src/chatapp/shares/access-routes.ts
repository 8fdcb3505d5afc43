import type { z } from 'zod'
import { processTurns } from '#ground/base/turn-budget.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import { chatView } from '#chatapp/chats/present.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import { changeShareAccess, readShareAccess } from './contract.ts'
import { checkMayShare, type OwnerRouteParts } from './owner-routes.ts'
import type { OwnShare, ReaderGrants } from './schema.ts'

type Readers = z.infer<typeof ReaderGrants>

const EVERYONE = '*'

export function shareAccessRoutes(app: App, parts: OwnerRouteParts): void {
  const { shares, chats } = parts
  const own = async (account: Account, id: string) => {
    const chat = await chats.find(account.id, id)
    if (!chat) throw new ChatappRefused('chat_missing')
    return chat
  }

  app.handle(readShareAccess, async ({ visitor: { account }, params }) => {
    const share = await shares.read(account.id, (await own(account, params.id)).id)
    return share ? readersOf(share) : []
  })

  app.handle(changeShareAccess, async ({ visitor: { account }, params, body: { access_grants: grants } }) => {
    const chat = await own(account, params.id)
    if (grants.length === 0) await shares.end(account.id, [chat.id], 'by_owner')
    else {
      await checkMayShare(parts, account)
      const before = await shares.read(account.id, chat.id)
      const kept = { live: before?.live ?? false, details: before?.details ?? false, renew: false }
      unwrapChatapp(await shares.put(account, chat, { ...audienceOf(grants), ...kept }))
    }
    const changed = await chats.read(account.id, chat.id)
    if (!changed) throw new ChatappRefused('chat_missing')
    return chatView(changed, processTurns)
  })
}

const reader = (id: string) => ({
  principal_type: 'user' as const,
  principal_id: id,
  permission: 'read' as const,
})

const readersOf = ({ audience, people }: OwnShare): Readers =>
  audience === 'all' ? [reader(EVERYONE)] : people.map(({ id }) => reader(id))

function audienceOf(grants: Readers) {
  if (grants.some(({ principal_type: type }) => type === 'group'))
    throw new ChatappRefused('share_with_group')
  const people = grants.map(({ principal_id: id }) => id)
  return people.includes(EVERYONE)
    ? { audience: 'all' as const, people: [] }
    : { audience: 'people' as const, people }
}
