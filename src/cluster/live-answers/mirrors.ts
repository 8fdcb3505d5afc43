import { z } from 'zod'
import type { Clock } from '#ground/base/clock.ts'
import type { Bus } from '#ground/bus/bus.ts'
import { followFeed } from './follow-feed.ts'
import type { Store } from '#ground/store/store.ts'
import { ToolActivity, type AnswerPiece } from '#ground/turn/schema.ts'
import type { StoredMessage } from '#chatapp/chats/message.ts'
import { messagesOf } from '#chatapp/chats/messages.ts'
import { createLiveAnswer, type AnswerListener, type LiveAnswer } from '#chatapp/turns/live-answer.ts'
import { piecesBetween, type GrownAnswer } from './answer-diff.ts'
import { AnswerDelta, AnswerTool } from '#chatapp/turns/schema.ts'
import { answerSubject } from './subjects.ts'

export interface MirrorParts {
  store: Pick<Store, 'db'>
  clock: Clock
  bus: Bus
}

export function createMirrors(parts: MirrorParts) {
  const open = new Map<string, Mirror>()
  return {
    /** Calls the listener with the current answer, then with each added piece. */
    listen(chatId: string, start: StoredMessage, listener: AnswerListener): () => void {
      const name = answerSubject(chatId, start.id)
      const close = () => {
        mirror.following[Symbol.dispose]()
        if (open.get(name) === mirror) open.delete(name)
      }
      const mirror: Mirror = open.get(name) ?? openMirror(parts, chatId, start, () => close())
      open.set(name, mirror)
      mirror.readers++
      const unsubscribe = mirror.live.listen(listener)
      let hasLeft = false
      return () => {
        unsubscribe()
        if (!hasLeft && --mirror.readers === 0) close()
        hasLeft = true
      }
    },
  }
}

interface Mirror {
  live: LiveAnswer
  following: Disposable
  readers: number
}

function openMirror(
  { store, clock, bus }: MirrorParts,
  chatId: string,
  start: StoredMessage,
  onEnd: () => void,
): Mirror {
  const live = createLiveAnswer(start, () => {})
  let known = start.extra.pieces ?? 0
  const show = (grown: GrownAnswer, pieces: number) => {
    if (pieces <= known) return
    known = pieces
    for (const piece of piecesBetween(live.message(), grown)) live.add(piece)
  }
  const end = (message: StoredMessage) => {
    live.close(message)
    onEnd()
  }
  const following = followFeed(bus, answerSubject(chatId, start.id), {
    clock,
    from: known,
    onPiece(piece) {
      known++
      const added = pieceIn(piece)
      if (added) live.add(added)
    },
    onSnapshot(snapshot) {
      const { success, data } = Snapshot.safeParse(snapshot)
      if (success) show(data, data.extra.pieces)
    },
    async readStore() {
      const [message] = await messagesOf(store.db, chatId, [start.id])
      if (message?.state !== 'running') end(message ?? { ...live.message(), state: 'stopped' })
      else show(message, message.extra.pieces ?? 0)
      return message?.extra.pieces ?? null
    },
  })
  return { live, following, readers: 0 }
}

const Snapshot = z.object({
  content: z.string(),
  extra: z.object({
    reasoning: z.string().optional(),
    tools: z.array(ToolActivity).optional(),
    pieces: z.int(),
  }),
})

const Piece = z.discriminatedUnion('type', [AnswerDelta, AnswerTool])

function pieceIn(value: unknown): AnswerPiece | null {
  const piece = Piece.safeParse(value).data
  if (piece?.type === 'tool') return { ...piece.tool, type: 'tool' }
  if (piece?.reasoning) return { type: 'reasoning', text: piece.reasoning }
  return piece?.content ? { type: 'text', text: piece.content } : null
}
