import type { AnswerListener } from './live-answer.ts'
import type { Run } from './run.ts'

/** Who hears every turn of a chat, whenever it begins. */
export function createFollowers() {
  const byChat = new Map<string, Set<(run: Run) => void>>()
  return {
    /** Let those who follow the chat hear a turn. */
    tell(chatId: string, run: Run): void {
      for (const hear of byChat.get(chatId) ?? []) hear(run)
    },

    /** @param current The turn that is running, if there is one. */
    add(chatId: string, listener: AnswerListener, current: Run | undefined): () => void {
      let leave = () => {}
      const hear = (run: Run) => void (leave = run.listen(listener))
      const all = byChat.get(chatId) ?? new Set()
      byChat.set(chatId, all.add(hear))
      if (current) hear(current)
      return () => {
        leave()
        all.delete(hear)
        if (all.size === 0) byChat.delete(chatId)
      }
    },
  }
}
