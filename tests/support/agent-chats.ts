import type { ChatFiles } from '#core/agent/turn/turn.ts'
import { createCallerChats, type CallerChat, type CallerChats } from '#core/chats/chats.ts'
import { openFolderStorage } from '#core/chats/folder/storage.ts'
import type { Clock } from '#ground/base/clock.ts'

export const LINKS = { hubPath: '', secret: 's', ttlSeconds: null }

export const chatsIn = async (folder: string, clock: Clock): Promise<CallerChats> =>
  createCallerChats({ storage: await openFolderStorage({ folder, clock }), links: LINKS, clock })

export const turnFiles = ({ files, linkTo }: CallerChat): ChatFiles => ({
  folder: files.folder,
  list: () => files.list(),
  pull: () => files.pull(),
  push: () => files.push(),
  async save(filename, content) {
    const saved = await files.save(filename, typeof content === 'string' ? Buffer.from(content) : content)
    return { ...saved, url: await linkTo(saved.filename) }
  },
})

export const NO_COPIES: Pick<ChatFiles, 'pull' | 'push'> = { pull: async () => {}, push: async () => {} }
