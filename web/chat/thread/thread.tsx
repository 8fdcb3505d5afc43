import { useState, type ComponentType } from 'react'
import type { MessageView } from '#chatapp/chats/schema.ts'
import { AnswerBody } from './answer-body.tsx'
import { ThreadAnswer } from './answer.tsx'
import { Bubble } from './bubble.tsx'
import { ConversationPane } from './conversation-pane.tsx'
import type { ReadConversation } from './conversation.ts'
import { DecisionLine } from './decision-line.tsx'
import { MessageFiles } from './message-files.tsx'
import { useEarlierOfChat } from './queries.ts'
import { visibleBranch } from './tree.ts'
import type { ThreadTurns } from './turns.ts'
import { UserMessage } from './user-message.tsx'
import { lazyOpened } from '../../ui/lazy-opened.tsx'

const BranchesDialog = lazyOpened(async () => (await import('./branches-dialog.tsx')).BranchesDialog)

export const THREAD_PARTS = { ConversationPane, AnswerBody, Bubble, MessageFiles }
export type ThreadParts = typeof THREAD_PARTS

export interface ThreadProps {
  chat: ReadConversation
  turns: ThreadTurns
  busy: boolean
  /** True if the agent was removed, so that nothing can be sent. */
  closed: boolean
  reconnecting: boolean
  /** Shown above an answer. */
  Head: ComponentType<{ agent: string }>
  /** Shown beside the text, such as artifacts. */
  Outcome: ComponentType<{ message: MessageView }>
}

export function Thread({ chat, turns, busy, closed, reconnecting, Head, Outcome }: ThreadProps) {
  const branch = visibleBranch(chat.history)
  const [asksBranch, setAsksBranch] = useState(false)
  const onBranches = () => setAsksBranch(true)
  const common = { locked: busy || closed, turns, onBranches }

  return (
    <div className="relative min-h-0 flex-1">
      <ConversationPane
        branch={branch}
        history={chat.history}
        source={useEarlierOfChat(chat.id)}
        reconnecting={reconnecting}
        jump={branch.findLast(({ role }) => role === 'user')?.id}
      >
        {(message, index) =>
          message.decision ? (
            <DecisionLine decision={message.decision} />
          ) : message.role === 'user' ? (
            <UserMessage {...common} message={message} />
          ) : (
            <ThreadAnswer
              {...common}
              message={message}
              last={index === branch.length - 1}
              unasked={branch[index - 1]?.role !== 'user'}
              Head={Head}
              Outcome={Outcome}
            />
          )
        }
      </ConversationPane>
      {asksBranch && (
        <BranchesDialog
          chatId={chat.id}
          locked={busy}
          onClose={() => setAsksBranch(false)}
          onShow={(id) => void turns.show(id)}
        />
      )}
    </div>
  )
}
