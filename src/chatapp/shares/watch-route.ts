import type { Clock } from '#ground/base/clock.ts'
import { recheck } from '#ground/base/recheck.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import type { Guard } from '#chatapp/accounts/sessions/guard.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { unwrapChatapp } from '#chatapp/http/refused.ts'
import { openEventStream } from '#chatapp/turns/event-stream.ts'
import type { AnswerEvent } from '#chatapp/turns/schema.ts'
import type { ChatTurns } from '#chatapp/turns/turns.ts'
import { watchSharedChat } from './contract.ts'
import type { ShareGate, OpenedShare } from './gate.ts'
import { visibilityOf } from './reader-routes.ts'
import { createShareRelay } from './relay.ts'
import type { SharedEvent } from './schema.ts'

export interface WatchRouteParts {
  gate: Pick<ShareGate, 'open'>
  turns: Pick<ChatTurns, 'follow'>
  clock: Clock
  guard: Guard
  onAccessChange(email: string, then: () => void): Disposable
  events: Pick<ChatappEvents, 'subscriberDropped'>
  stopping: AbortSignal
}

/** Maximum delay until readers learn that a share ended or excludes them. */
const RECHECK_MS = 4000

export function watchRoute(
  app: App,
  { gate, turns, clock, guard, onAccessChange, events, stopping }: WatchRouteParts,
): void {
  app.handle(watchSharedChat, async ({ visitor: { account }, params: { id }, request, reply }) => {
    let opened = unwrapChatapp(await gate.open(account, id))
    reply.hijack()
    const stream = openEventStream<SharedEvent>(reply.raw, {
      clock,
      isLast: ({ type }) => type === 'closed',
      onDropped: (bufferedBytes) => events.subscriberDropped({ chat: opened.chat.id, bufferedBytes }),
    })
    const following = await follow(turns, opened, stream.send)
    let hasRechecked = false
    const recheckAccess = async (): Promise<'closed' | 'reconnect' | null> => {
      await guard(watchSharedChat.level, request)
      const again = await gate.open(account, id)
      if (!again.ok) return again.refusal === 'share_missing' ? 'closed' : 'reconnect'
      const before = opened
      opened = again.value
      if (following.isWaiting && !hasRechecked) following.settle(opened)
      hasRechecked = true
      if (!following.fits(opened)) return 'reconnect'
      if (reloadState(opened) !== reloadState(before)) stream.send({ type: 'changed' })
      return null
    }
    // If the check fails, the stream ends, and the page reconnects.
    const refusal = () => recheckAccess().catch(() => 'reconnect' as const)
    const end = (why: 'closed' | 'reconnect') =>
      why === 'closed' ? stream.send({ type: 'closed' }) : reply.raw.end()
    const onNotification = (listener: () => void) => onAccessChange(account.email, listener)
    const watch = recheck({ clock, everyMs: RECHECK_MS, onNotification }, refusal, end)
    if (following.isWaiting) void refusal().then((why) => why && end(why))
    const stop = () => end('reconnect')
    stopping.addEventListener('abort', stop, { once: true })
    void stream.closed.then(() => {
      stopping.removeEventListener('abort', stop)
      watch[Symbol.dispose]()
      following.leave()
    })
  })
}

/** Readers reload when this value changes. */
const reloadState = ({ share, chat, shown }: OpenedShare): string =>
  JSON.stringify([share.changedAt, share.copyTitle ?? chat.title, shown.ids.at(-1), shown.ids.length])

/** When this value changes, the stream ends, because its events may show too much. */
const streamState = ({ share }: OpenedShare): string =>
  JSON.stringify([share.showsDetails, share.copyTitle === null])

/** Holds events of a running answer until `settle` determines whether the answer is on the shared branch. */
async function follow(
  turns: Pick<ChatTurns, 'follow'>,
  opened: OpenedShare,
  send: (event: SharedEvent) => void,
) {
  const isOnBranch = ({ shown }: OpenedShare, answer: string) => shown.ids.includes(answer)
  const relay = createShareRelay(visibilityOf(opened), send)
  let answering: string | null = null
  let isRelayed = true
  let held: AnswerEvent[] | null = []
  const receive = (event: AnswerEvent) => {
    if (event.type === 'snapshot') answering = event.message.id
    if (event.type === 'snapshot' && !held) isRelayed = true
    if (held) held.push(event)
    else if (isRelayed) relay(event)
    if (event.type === 'end') answering = null
  }
  const leave = opened.share.copyTitle === null ? await turns.follow(opened.chat.id, receive) : () => {}
  const joined = answering as string | null
  if (joined === null) held = null
  return {
    leave,
    isWaiting: joined !== null,
    /** `now` must have been read from the database after the answer started. */
    settle(now: OpenedShare): void {
      isRelayed = joined !== null && isOnBranch(now, joined)
      if (isRelayed) held?.forEach(relay)
      held = null
    },
    fits: (now: OpenedShare) =>
      streamState(now) === streamState(opened) &&
      (answering === null || isRelayed === isOnBranch(now, answering)),
  }
}
