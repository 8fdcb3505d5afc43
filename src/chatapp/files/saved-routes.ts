import type { FastifyRequest } from 'fastify'
import type { Account } from '#chatapp/accounts/account.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import type { StoredChats } from '#chatapp/chats/chats.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import type { UpstreamClient } from '#chatapp/models/connections/client.ts'
import { identityHeaders } from '#chatapp/models/connections/identity-headers.ts'
import type { ModelCatalog } from '#chatapp/models/models.ts'
import type { Store } from '#ground/store/store.ts'
import { openSavedFile, revokeSavedLinks } from './contract.ts'

export interface SavedFileRouteParts {
  store: Pick<Store, 'db'>
  chats: Pick<StoredChats, 'find'>
  models: Pick<ModelCatalog, 'choose'>
  client: Pick<UpstreamClient, 'fileLink' | 'revokeFileLinks'>
  identityPrefix: string
}

/**
 * Opens files of stored answers with the person's session, so that the browser's history contains no long-lived
 * links.
 */
export function savedFileRoutes(app: App, parts: SavedFileRouteParts): void {
  const { store, chats, models, client, identityPrefix: prefix } = parts
  const connectionOf = async (account: Account, model: string) => {
    const { connection } = unwrapChatapp(await models.choose(account, model))
    return connection.hub === null ? null : connection
  }

  app.handle(openSavedFile, async ({ visitor, query, request, reply }) => {
    if (visitor === null) {
      if (!isNavigation(request)) throw new ChatappRefused('not_authenticated')
      return reply.redirect(`/auth?redirect=${encodeURIComponent(request.url)}`)
    }
    const { account } = visitor
    const connection = await connectionOf(account, query.model)
    const file = { chatId: query.chat_id, filename: query.filename }
    const link =
      connection &&
      (await client.fileLink(connection, file, identityHeaders({ account, prefix })).catch(() => {
        throw new ChatappRefused('agent_unreachable')
      }))
    if (link === null) throw new ChatappRefused('file_missing')
    return reply.header('cache-control', 'no-store').redirect(link)
  })

  app.handle(revokeSavedLinks, async ({ visitor: { account }, params: { id } }) => {
    if (!(await chats.find(account.id, id))) throw new ChatappRefused('chat_missing')
    const headers = identityHeaders({ account, prefix })
    const answered = await store.db
      .selectFrom('chatapp_messages')
      .select('model')
      .where('chat_id', '=', id)
      .where('model', 'is not', null)
      .distinct()
      .execute()
    const revoked = await Promise.allSettled(
      answered.map(async ({ model }) => {
        const connection = await connectionOf(account, model!)
        if (connection) await client.revokeFileLinks(connection, id, headers)
      }),
    )
    const failed = revoked.find((one) => one.status === 'rejected')
    if (failed)
      throw failed.reason instanceof ChatappRefused ? failed.reason : new ChatappRefused('agent_unreachable')
    return true
  })
}

const isNavigation = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-dest'] === 'document'
