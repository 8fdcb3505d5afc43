import { ArrowDown } from 'lucide-react'
import { useEffect, useState, type ComponentType } from 'react'
import type { MessageView } from '#chatapp/chats/schema.ts'
import { Button } from '../../ui/button.tsx'
import { useLasting } from '../../ui/lasting.ts'
import { common } from '../messages.ts'
import { thread as texts } from './messages.ts'
import { Answer } from './answer.tsx'
import type { Conversation } from './conversation.ts'
import { useEarlier, type Earlier } from './earlier.ts'
import { useFollowEnd } from './follow-end.ts'
import { Place, useNear } from './near.tsx'
import { useNewestFirst } from './newest-first.ts'
import { visibleBranch } from './tree.ts'
import type { Turns } from './turns.ts'
import { UserMessage } from './user-message.tsx'
import { lazyOpened } from '../../ui/lazy-opened.tsx'

const BranchesDialog = lazyOpened(async () => (await import('./branches-dialog.tsx')).BranchesDialog)

/** So many of the newest messages never leave the page: a prompt and its answer. */
const NEWEST = 2

export interface ThreadProps {
  chat: Conversation
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
  const branch = visibleBranch(chat.history)
  const { pane, content, atEnd, toEnd } = useFollowEnd()
  const earlier = useEarlier(chat, branch)
  const from = useNewestFirst({ branch, pane, content, onNearTop: earlier.near })
  const watch = useNear(pane)
  const lastOwn = branch.findLast(({ role }) => role === 'user')?.id
  useEffect(() => toEnd(), [toEnd, lastOwn])
  const [asksBranch, setAsksBranch] = useState(false)
  const onBranches = () => setAsksBranch(true)

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
          {branch.slice(from).map((message, index) => (
            <Place key={message.id} watch={watch} isNewest={from + index >= branch.length - NEWEST}>
              {message.role === 'user' ? (
                <UserMessage
                  message={message}
                  locked={busy || closed}
                  turns={turns}
                  onBranches={onBranches}
                />
              ) : (
                <Answer
                  message={message}
                  last={from + index === branch.length - 1}
                  unasked={branch[from + index - 1]?.role !== 'user'}
                  locked={busy || closed}
                  turns={turns}
                  onBranches={onBranches}
                  Outcome={Outcome}
                />
              )}
            </Place>
          ))}
        </div>
      </div>
      <div
        aria-hidden
        className="pointer-events-none absolute inset-x-0 top-0 h-3 bg-linear-to-b from-canvas"
      />
      {asksBranch && (
        <BranchesDialog
          chatId={chat.id}
          locked={busy}
          onClose={() => setAsksBranch(false)}
          onShow={(id) => void turns.show(id)}
        />
      )}
      <EarlierNote earlier={earlier} />
      <Foot reconnecting={reconnecting} onLatest={atEnd ? null : toEnd} />
    </div>
  )
}

/** What lies over the lower edge: that the line is being mended, and the way to the newest message. */
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

/** That earlier messages are on their way, or did not come. It lies above the page, so that nothing moves. */
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
