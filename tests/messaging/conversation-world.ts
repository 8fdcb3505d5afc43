import type { TestContext } from 'node:test'
import type { TurnMessage as ModelMessage } from '#core/agent/model/model.ts'
import { apply } from '#features/messaging/receive/apply.ts'
import type { Channel, OutgoingMessage, SendOutcome } from '#features/messaging/channel.ts'
import { createConversations, withLease } from '#features/messaging/reply/conversations.ts'
import { workOnConversation, type ConversationDeps } from '#features/messaging/reply/conversation-work.ts'
import type { IncomingEvent, IncomingMessage } from '#features/messaging/incoming.ts'
import { readChannelMessage, type ChannelMessage } from '#features/messaging/message.ts'
import { createWriting, type AnswerWriting } from '#features/messaging/reply/writing.ts'
import type { FinishReason } from '#ground/turn/schema.ts'
import { afterSleep } from '../support/timer-of-sleep.ts'
import { chatsIn } from '../support/agent-chats.ts'
import { folderWith } from '../support/folder.ts'
import { manualClock, type ManualClock } from '../support/manual-clock.ts'
import { openTestStore, type Backend } from '../support/stores.ts'

export type Reply = (output: readonly string[], signal: AbortSignal) => string | Promise<string>

export interface ConversationWorld {
  clock: ManualClock
  turns: string[][]
  sent: string[]
  outcomes: SendOutcome[]
  reply: Reply
  finish: FinishReason
  write(text: string, more?: Partial<IncomingMessage> & { by?: string }): Promise<string>
  take(incoming: IncomingEvent): Promise<void>
  work(instance?: string): Promise<void>
  /** The instance misses further notifications. */
  deafen(instance: string): void
  /** The instance stops and its lease expires. */
  die(instance: string): Promise<void>
  message(key: string): Promise<ChannelMessage>
}

const PLACE = { channel: 'chatb', conversation: 'c' } as const

export async function startConversation(t: TestContext, backend: Backend): Promise<ConversationWorld> {
  const store = await openTestStore(t, backend)
  const clock = manualClock()
  const chats = await chatsIn(await folderWith(t, {}), clock)
  const writings = new Map<string, AnswerWriting>()
  let count = 0

  const channel: Channel = {
    read: async () => [],
    write: (markdown) => [{ text: markdown, plain: markdown }],
    async send({ text }: OutgoingMessage) {
      const outcome = world.outcomes.shift() ?? { outcome: 'sent', id: String(++count) }
      if (outcome.outcome === 'sent') world.sent.push(text)
      return outcome
    },
    fetchMedia: async () => ({ ok: false, refusal: 'not here' }),
    locate: async () => ({ outcome: 'failed', reason: 'nowhere' }),
    async [Symbol.asyncDispose]() {},
  }
  const deps: Omit<ConversationDeps, 'writing'> = {
    store,
    hub: 'garden',
    clock: { ...clock, after: afterSleep(clock.sleep) },
    instance: { id: 'm' },
    agent: {
      async *runTurn({ messages }, signal) {
        const output = messages.flatMap(wordsOfPerson)
        world.turns.push(output)
        yield { type: 'text', text: await world.reply(output, signal) }
        yield { type: 'finish', reason: world.finish, usage: NO_USAGE, model: 'm' }
      },
    },
    turns: { run: (work) => work() },
    gate: {
      refusalOf: async () => null,
      accessRefusalOf: async () => null,
      watch: () => ({ [Symbol.dispose]() {} }),
    },
    receipts: { stopped() {} },
    maxUploadBytes: 1000,
    openChat: async (id, caller) => {
      const chat = await chats.open({ kind: 'explicit', id }, caller)
      return { chat, files: chat.files as never }
    },
    personOf: async (_, [handle]) => `${handle}@example.com`,
    handleOf: async () => null,
    calls: { find: async () => null },
    access: { decide: async () => ({ allowed: true }) as never },
    hasAccount: async () => true,
    agentName: () => 'Garden',
    closeSignal: new AbortController().signal,
    pauses: new Map(),
    events: { sendTrouble() {}, ended() {}, answerFailed() {} },
  } as Omit<ConversationDeps, 'writing'>

  const writingOf = (instance: string) => {
    if (!writings.has(instance)) writings.set(instance, createWriting())
    return writings.get(instance)!
  }
  const world: ConversationWorld = {
    clock,
    turns: [],
    sent: [],
    outcomes: [],
    finish: 'stop',
    reply: (output) => `re: ${output.at(-1)}`,
    async write(text, { by = 'ana', ...more } = {}) {
      const key = `k${String(++count).padStart(4, '0')}`
      await world.take({
        kind: 'message',
        id: key,
        conversation: { id: PLACE.conversation, kind: 'private', name: null },
        sender: { handles: [by], name: by },
        at: clock.now(),
        text,
        media: [],
        replyTo: null,
        isAddressed: true,
        ...more,
      })
      return key
    },
    async take(incoming) {
      const arrival = `a${String(++count).padStart(4, '0')}`
      const to = { hub: 'garden', channel: PLACE.channel, arrival, now: clock.now() }
      await store.transaction((tx) => apply(tx, to, incoming))
      for (const writing of writings.values()) await writing.follow(store)
    },
    async work(instance = 'one') {
      const conversations = createConversations({ ...deps, owner: instance })
      await withLease({ conversations, clock: deps.clock }, PLACE, (lost) =>
        workOnConversation({ ...deps, writing: writingOf(instance) }, channel, PLACE, lost),
      )
    },
    deafen: (instance) => void writings.delete(instance),
    async die(instance) {
      world.deafen(instance)
      await createConversations({ ...deps, owner: instance }).release(PLACE)
    },
    async message(key) {
      const row = store.db.selectFrom('messages').selectAll().where('key', '=', key)
      return readChannelMessage(await row.executeTakeFirstOrThrow())
    },
  }
  return world
}

const wordsOfPerson = (message: ModelMessage): string[] =>
  message.role === 'user'
    ? [message.parts.map((part) => (part.type === 'text' ? part.text : '[file]')).join('\n')]
    : []

const NO_USAGE = { input: 0, output: 0, cached: 0, reasoning: 0 }
