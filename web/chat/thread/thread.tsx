import { ArrowDown } from 'lucide-react'
import { useEffect, type ComponentType } from 'react'
import type { MessageView } from '#chatapp/chats/schema.ts'
import type { ChatView } from '#chatapp/chats/schema.ts'
import { Button } from '../../ui/button.tsx'
import { thread as texts } from './messages.ts'
import { Answer } from './answer.tsx'
import { useFollowEnd } from './follow-end.ts'
import { useNewestFirst } from './newest-first.ts'
import { versionsOf, visibleBranch } from './tree.ts'
import type { Turns } from './turns.ts'
import { UserMessage } from './user-message.tsx'

export interface ThreadProps {
  chat: ChatView
  turns: Turns
  /** An answer is being written, or asked for. */
  busy: boolean
  /** Nothing can be asked: the agent is gone. */
  closed: boolean
  reconnecting: boolean
  /** What came of an answer beside its text. */
  Outcome: ComponentType<{ message: MessageView }>
}

export function Thread({ chat, turns, busy, closed, reconnecting, Outcome }: ThreadProps) {
  const { history } = chat.chat
  const branch = visibleBranch(history)
  const { pane, content, atEnd, toEnd } = useFollowEnd()
  const from = useNewestFirst({ count: branch.length, pane, content })
  const lastOwn = branch.findLast(({ role }) => role === 'user')?.id
  useEffect(() => toEnd(), [toEnd, lastOwn])

  const versions = (message: MessageView) => {
    const all = versionsOf(history, message)
    return { at: all.findIndex(({ id }) => id === message.id) + 1, of: all.length }
  }
  return (
    <div className="relative min-h-0 flex-1">
      <div ref={pane} className="relative h-full overflow-y-auto [scrollbar-gutter:stable_both-edges]">
        <div
          ref={content}
          id="conversation"
          tabIndex={-1}
          role="log"
          aria-live="polite"
          aria-label={texts.log}
          className="mx-auto flex w-full max-w-reading flex-col gap-6 px-4 pt-6 pb-8 outline-none"
        >
          {branch
            .slice(from)
            .map((message, index) =>
              message.role === 'user' ? (
                <UserMessage
                  key={message.id}
                  message={message}
                  versions={versions(message)}
                  locked={busy || closed}
                  turns={turns}
                />
              ) : (
                <Answer
                  key={message.id}
                  message={message}
                  versions={versions(message)}
                  last={from + index === branch.length - 1}
                  unasked={branch[from + index - 1]?.role !== 'user'}
                  locked={busy || closed}
                  turns={turns}
                  Outcome={Outcome}
                />
              ),
            )}
        </div>
      </div>
      <div
        aria-hidden
        className="pointer-events-none absolute inset-x-0 top-0 h-3 bg-linear-to-b from-canvas"
      />
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
        {!atEnd && (
          <Button
            round
            className="pointer-events-auto animate-rise"
            icon={<ArrowDown aria-hidden />}
            onClick={() => toEnd()}
          >
            {texts.latest}
          </Button>
        )}
      </div>
    </div>
  )
}
