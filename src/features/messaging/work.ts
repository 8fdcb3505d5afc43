import { BoundedMap } from '#ground/base/bounded-map.ts'
import { startPollLoop } from '#ground/bus/poll-loop.ts'
import type { WorkNotifications } from '#ground/bus/work-notifications.ts'
import type { ChannelName } from '#ground/hub/channels.ts'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import type { AppliedIncoming } from './receive/receive.ts'
import { isOwnCarrier, type OwnCarrier } from './outbox/outbox.ts'
import type { Channel, ChannelSender } from './channel.ts'
import { commandIn } from './text/commands.ts'
import { createConversations, conversationKey, withLease } from './reply/conversations.ts'
import { workOnConversation, type ConversationDeps } from './reply/conversation-work.ts'
import type { MessagingEvents } from './log-events.ts'
import type { IncomingEvent } from './incoming.ts'
import { addressInTemporary } from './results/names.ts'
import { sendWaiting, type ConversationTarget } from './send/send.ts'
import { createWriting } from './reply/writing.ts'

export interface MessagingWorkDeps extends Omit<
  ConversationDeps,
  'writing' | 'pauses' | 'closeSignal' | 'events'
> {
  owner: string
  notifications: Pick<WorkNotifications, 'notify' | 'listen' | 'isReliable'>
  channels: ReadonlyMap<ChannelName, Channel>
  own: Readonly<Record<OwnCarrier, ChannelSender>>
  events: MessagingEvents
}

export interface MessageWork extends AsyncDisposable {
  handleApplied(
    channel: ChannelName,
    applied: readonly { incoming: IncomingEvent; applied: AppliedIncoming }[],
  ): void
}

const MAX_PARALLEL_CONVERSATIONS = 64
const POLL_INTERVAL_MS = 1000
const RETRY_DELAY_MS = 5000
const CLOSE_TIMEOUT_MS = 5000

const NOT_SET_UP = {
  outcome: 'later',
  afterMs: 15 * 60_000,
  reason: 'the channel is not set up here',
  of: 'conversation',
} as const
const UNAVAILABLE_SENDER: ChannelSender = { send: async () => NOT_SET_UP, locate: async () => NOT_SET_UP }

export function startMessageWork(deps: MessagingWorkDeps): MessageWork {
  const { clock, notifications, channels, own, events } = deps
  const conversations = createConversations(deps)
  const writing = createWriting()
  const working = new Map<string, Promise<void>>()
  const again = new Set<string>()
  const retryAt = new BoundedMap<string, number>(10_000)
  const closing = new AbortController()
  const closeTimeout = new AbortController()
  const complete: ConversationDeps = { ...deps, writing, pauses: new Map(), closeSignal: closeTimeout.signal }

  const isServed = ({ channel, conversation }: ConversationTarget): boolean =>
    isOwnCarrier(channel) || channels.has(channel) || addressInTemporary(conversation) !== null

  const workOn = async (place: ConversationTarget) => {
    await withLease({ conversations, clock }, place, async (lost) => {
      const until = AbortSignal.any([closing.signal, lost])
      const channel = isOwnCarrier(place.channel) ? undefined : channels.get(place.channel)
      if (channel) await workOnConversation(complete, channel, place, until)
      else
        await sendWaiting(
          complete,
          isOwnCarrier(place.channel) ? own[place.channel] : UNAVAILABLE_SENDER,
          place,
          until,
        )
    })
  }

  const begin = (place: ConversationTarget) => {
    const key = conversationKey(place)
    if (working.has(key)) return void again.add(key)
    if (working.size >= MAX_PARALLEL_CONVERSATIONS || (retryAt.get(key) ?? 0) > clock.now()) return
    const work = workOn(place)
      .catch((error: unknown) => {
        retryAt.set(key, clock.now() + RETRY_DELAY_MS)
        if (!isStoreUnavailable(error)) events.workFailed({ error })
      })
      .finally(() => {
        const wasFull = working.size >= MAX_PARALLEL_CONVERSATIONS
        working.delete(key)
        if (again.delete(key) || wasFull) void loop.wake()
      })
    working.set(key, work)
  }

  let isFirst = true
  const loop = startPollLoop({
    clock,
    notifications,
    work: 'messages',
    everyMs: POLL_INTERVAL_MS,
    async poll() {
      if (isFirst) await conversations.freeAbandoned()
      isFirst = false
      await writing.follow(deps.store)
      const dueConversations = (await conversations.due(MAX_PARALLEL_CONVERSATIONS * 2)).filter(isServed)
      for (const place of dueConversations) begin(place)
      if (dueConversations.length > 0) return clock.now()
      return notifications.isReliable() ? conversations.nextDue() : null
    },
    onFailure: (error) => void (isStoreUnavailable(error) || events.workFailed({ error })),
  })

  return {
    handleApplied(channel, applied) {
      for (const { incoming, applied: one } of applied) {
        if (one.kind === 'changed') writing.giveUp(channel, one.key, one.why)
        // A duplicate delivery of `/stop` must not stop a later answer.
        if (one.kind === 'received' && incoming.kind === 'message' && commandIn(incoming.text) === 'stop') {
          const { conversation, sender } = incoming
          writing.stop({ channel, conversation: conversation.id, handles: sender.handles })
        }
      }
      notifications.notify('messages')
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      const cancel = clock.after(CLOSE_TIMEOUT_MS, () => closeTimeout.abort())
      await loop[Symbol.asyncDispose]()
      await Promise.all(working.values())
      cancel()
    },
  }
}
