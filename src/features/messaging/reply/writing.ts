import type { ChannelName } from '#ground/hub/channels.ts'
import type { Store } from '#ground/store/store.ts'
import { AnswerAborted } from './answer.ts'
import type { ChannelMessage } from '../message.ts'

type Writer = Pick<ChannelMessage, 'id' | 'channel' | 'key' | 'conversation' | 'handles' | 'revision'>

export interface AnswerWriting {
  begin(message: Writer): Disposable & { readonly signal: AbortSignal }
  giveUp(channel: ChannelName, key: string, why: AnswerAborted['why']): void
  follow(store: Pick<Store, 'db'>): Promise<void>
  stop(of: Pick<Writer, 'channel' | 'conversation'> & { handles: readonly string[] }): void
}

export function createWriting(): AnswerWriting {
  const all = new Map<AbortController, Writer>()
  const giveUp = (why: AnswerAborted['why'], isMeant: (writer: Writer) => boolean) => {
    for (const [controller, writer] of all) if (isMeant(writer)) controller.abort(new AnswerAborted(why))
  }
  return {
    begin(message) {
      const controller = new AbortController()
      all.set(controller, message)
      return { signal: controller.signal, [Symbol.dispose]: () => void all.delete(controller) }
    },
    giveUp: (channel, key, why) => giveUp(why, (writer) => writer.channel === channel && writer.key === key),
    async follow({ db }) {
      if (all.size === 0) return
      const ids = [...all.values()].map(({ id }) => id)
      const rows = await db
        .selectFrom('messages')
        .select(['id', 'state', 'revision', 'stop_asked_at_ms'])
        .where('id', 'in', ids)
        .execute()
      const news = new Map(rows.map((row) => [row.id, row]))
      for (const [controller, { id, revision }] of all) {
        const row = news.get(id)
        if (row === undefined) continue
        if (row.stop_asked_at_ms !== null) controller.abort(new AnswerAborted('stopped'))
        else if (row.state === 'stopped') controller.abort(new AnswerAborted('deleted'))
        else if ((row.revision ?? 0) !== revision) controller.abort(new AnswerAborted('changed'))
      }
    },
    stop: ({ channel, conversation, handles }) =>
      giveUp('stopped', (writer) => {
        const isThere = writer.channel === channel && writer.conversation === conversation
        return isThere && writer.handles.some((handle) => handles.includes(handle))
      }),
  }
}
