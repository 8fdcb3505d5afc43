import { ArrowDown } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import type { ShownMessage } from '#chatapp/chats/schema.ts'
import { Button } from '../../ui/button.tsx'
import { useLasting } from '../../ui/lasting.ts'
import { common } from '../messages.ts'
import { thread as texts } from './messages.ts'
import type { History } from './conversation.ts'
import { useEarlier, type Earlier, type EarlierSource } from './earlier.ts'
import { useFollowEnd } from './follow-end.ts'
import { MessagePlaceholder, useNear } from './near.tsx'
import { useNewestFirst } from './newest-first.ts'

/** Number of newest messages that stay mounted: a prompt and its answer. */
const NEWEST = 2

export interface ConversationPaneProps {
  branch: readonly ShownMessage[]
  history: History
  source: EarlierSource
  reconnecting: boolean
  jump?: string | undefined
  children(message: ShownMessage, index: number): ReactNode
}

/** Renders the newest messages first. Loads earlier messages when the reader scrolls near the top. */
export function ConversationPane(props: ConversationPaneProps) {
  const { branch, history, source, reconnecting, jump, children } = props
  const earlier = useEarlier(history, branch, source)
  const { pane, content, atEnd, toEnd } = useFollowEnd()
  const from = useNewestFirst({ branch, pane, content, onNearTop: earlier.near })
  const watch = useNear(pane)
  useEffect(() => toEnd(), [toEnd, jump])
  return (
    <>
      <div
        ref={pane}
        data-pane
        className="@container relative h-full overflow-y-auto [scrollbar-gutter:stable_both-edges]"
      >
        <div
          ref={content}
          id="conversation"
          tabIndex={-1}
          role="log"
          aria-live="polite"
          aria-label={texts.log}
          className="mx-auto flex w-full max-w-reading flex-col gap-6 px-4 pt-6 pb-8 outline-none"
        >
          {branch.slice(from).map((message, index) => (
            <MessagePlaceholder
              key={message.id}
              watch={watch}
              isNewest={from + index >= branch.length - NEWEST}
            >
              {children(message, from + index)}
            </MessagePlaceholder>
          ))}
        </div>
      </div>
      <div
        aria-hidden
        className="pointer-events-none absolute inset-x-0 top-0 h-3 bg-linear-to-b from-canvas"
      />
      <EarlierNote earlier={earlier} />
      <Foot reconnecting={reconnecting} onLatest={atEnd ? null : toEnd} />
    </>
  )
}

function Foot({ reconnecting, onLatest }: { reconnecting: boolean; onLatest: (() => void) | null }) {
  return (
    <>
      <div
        aria-hidden
        className="pointer-events-none absolute inset-x-0 bottom-0 h-5 bg-linear-to-t from-canvas"
      />
      <div
        aria-live="polite"
        className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center gap-2"
      >
        {reconnecting && (
          <p className="animate-appear rounded-full border border-line bg-raised px-3 py-1 text-13 text-muted shadow-1">
            {texts.reconnecting}
          </p>
        )}
        {onLatest && (
          <Button
            round
            className="pointer-events-auto animate-rise"
            icon={<ArrowDown aria-hidden />}
            onClick={onLatest}
          >
            {texts.latest}
          </Button>
        )}
      </div>
    </>
  )
}

function EarlierNote({ earlier: { state, retry } }: { earlier: Earlier }) {
  const slow = useLasting(state === 'loading', 300)
  return (
    <div
      aria-live="polite"
      className="pointer-events-none absolute inset-x-0 top-3 flex justify-center text-13 text-muted"
    >
      {slow && (
        <p className="animate-appear rounded-full border border-line bg-raised px-3 py-1 shadow-1">
          {texts.earlier}
        </p>
      )}
      {state === 'failed' && (
        <p className="pointer-events-auto flex animate-appear items-center gap-2 rounded-full border border-line bg-raised py-1 ps-3 pe-1 shadow-1">
          {texts.earlierFailed}
          <Button round look="quiet" onClick={retry}>
            {common.retry}
          </Button>
        </p>
      )}
    </div>
  )
}
