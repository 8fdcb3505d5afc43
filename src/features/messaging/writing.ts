import type { ChannelName } from '#ground/hub/channels.ts'
import { GivenUp } from './answer.ts'
import type { Message } from './message.ts'

type Writer = Pick<Message, 'channel' | 'key' | 'conversation' | 'handles'>

/** Answers that are being written in this process, so that what is heard meanwhile can end them. */
export interface Writing {
  /** Until disposed, its signal aborts when the answer is to be given up. */
  begin(message: Writer): Disposable & { readonly signal: AbortSignal }
  giveUp(channel: ChannelName, key: string, why: GivenUp['why']): void
  /** Give up what is being answered to somebody in a conversation. */
  stop(of: Pick<Writer, 'channel' | 'conversation'> & { handles: readonly string[] }): void
}

export function createWriting(): Writing {
  const all = new Map<AbortController, Writer>()
  const giveUp = (why: GivenUp['why'], isMeant: (writer: Writer) => boolean) => {
    for (const [controller, writer] of all) if (isMeant(writer)) controller.abort(new GivenUp(why))
  }
  return {
    begin(message) {
      const controller = new AbortController()
      all.set(controller, message)
      return { signal: controller.signal, [Symbol.dispose]: () => void all.delete(controller) }
    },
    giveUp: (channel, key, why) => giveUp(why, (writer) => writer.channel === channel && writer.key === key),
    stop: ({ channel, conversation, handles }) =>
      giveUp('stopped', (writer) => {
        const isThere = writer.channel === channel && writer.conversation === conversation
        return isThere && writer.handles.some((handle) => handles.includes(handle))
      }),
  }
}
