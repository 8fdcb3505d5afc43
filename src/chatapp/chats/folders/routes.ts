import { processTurns } from '#ground/base/turn-budget.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import type { Batches } from '../batch.ts'
import type { StoredChats } from '../chats.ts'
import { chatView } from '../present.ts'
import {
  createFolder,
  deleteFolder,
  expandFolder,
  listFolders,
  moveFolder,
  moveChatToFolder,
  readFolder,
  renameFolder,
} from './contract.ts'
import type { Folder, ChatFolders } from './folders.ts'
import type { FolderView } from './schema.ts'

export interface FolderRouteParts {
  folders: ChatFolders
  chats: Pick<StoredChats, 'read'>
  batches: Pick<Batches, 'change'>
  deleteChats(account: Account, ids: readonly string[]): Promise<string[]>
}

export function folderRoutes(app: App, { folders, chats, batches, deleteChats }: FolderRouteParts): void {
  app.handle(listFolders, async ({ visitor: { account } }) =>
    (await folders.list(account.id)).map(folderView),
  )

  app.handle(createFolder, async ({ visitor: { account }, body }) =>
    folderView(
      unwrapChatapp(await folders.create(account.id, { name: body.name, parentId: body.parent_id ?? null })),
    ),
  )

  app.handle(readFolder, async ({ visitor: { account }, params }) =>
    folderView(orMissing(await folders.find(account.id, params.id))),
  )

  app.handle(renameFolder, async ({ visitor: { account }, params, body }) =>
    folderView(unwrapChatapp(await folders.rename(account.id, params.id, body.name))),
  )

  app.handle(moveFolder, async ({ visitor: { account }, params, body }) =>
    folderView(unwrapChatapp(await folders.move(account.id, params.id, body.parent_id ?? null))),
  )

  app.handle(expandFolder, async ({ visitor: { account }, params, body }) =>
    folderView(orMissing(await folders.expand(account.id, params.id, body.is_expanded))),
  )

  app.handle(deleteFolder, async ({ visitor: { account }, params, query }) => {
    orMissing(await folders.find(account.id, params.id))
    if (query.delete_contents === 'true') {
      const ids = await folders.chatsIn(account.id, params.id)
      if (ids.length > 0) await deleteChats(account, ids)
    }
    return await folders.remove(account.id, params.id)
  })

  app.handle(moveChatToFolder, async ({ visitor: { account }, params, body }) => {
    const folderId = body.folder_id ?? null
    if (folderId !== null) orMissing(await folders.find(account.id, folderId))
    const moved = await batches.change(account.id, [params.id], { folderId })
    const chat = moved.length > 0 ? await chats.read(account.id, params.id) : null
    if (!chat) throw new ChatappRefused('chat_missing')
    return chatView(chat, processTurns)
  })
}

const folderView = (folder: Folder): FolderView => ({
  id: folder.id,
  parent_id: folder.parentId,
  user_id: folder.ownerId,
  name: folder.name,
  is_expanded: folder.isExpanded,
  created_at: folder.createdAt,
  updated_at: folder.updatedAt,
})

const orMissing = (folder: Folder | null): Folder => {
  if (folder === null) throw new ChatappRefused('folder_missing')
  return folder
}
