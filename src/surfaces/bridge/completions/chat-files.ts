import type { ChatFiles } from '#core/agent/turn/turn.ts'
import type { CallerChat } from '#core/chats/chats.ts'

export const chatFilesFor = (chat: CallerChat, surface: string, publicUrl: string): ChatFiles => ({
  folder: chat.files.folder,
  list: () => chat.files.list(),
  pull: () => chat.files.pull(),
  push: () => chat.files.push(),
  async save(filename, content) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const saved = await chat.files.save(filename, bytes)
    return { ...saved, url: (surface === 'chatapp' ? '' : publicUrl) + (await chat.linkTo(saved.filename)) }
  },
})
