import { findChatFileLinks } from '#ground/turn/chat-file-link/schema.ts'
import type { CallSavedFile } from '#ground/turn/schema.ts'
import type { Hiding } from '#core/agent/tools/secret-masking.ts'
import type { Tool, ToolContext } from '#core/agent/tools/tool.ts'

const MAX_FILES = 20

/** Collects the files that a call saves, because pages show them even if the model leaves out their links. */
export function createSavedFiles(
  { savesForAgent = false }: Pick<Tool, 'savesForAgent'>,
  { hidden }: Pick<Hiding, 'hidden'>,
) {
  const files = new Map<string, CallSavedFile>()
  return {
    recording:
      (save: ToolContext['saveFile']): ToolContext['saveFile'] =>
      async (filename, content) => {
        const saved = await save(filename, content)
        const isShown = !savesForAgent && files.size < MAX_FILES && hidden(saved.filename) === saved.filename
        for (const { chatId: chat } of isShown ? findChatFileLinks(saved.url) : [])
          files.set(saved.filename, { chat, filename: saved.filename })
        return saved
      },
    shown: (): CallSavedFile[] | undefined => (files.size > 0 ? [...files.values()] : undefined),
  }
}
