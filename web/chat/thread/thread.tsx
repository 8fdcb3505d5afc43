import { useState, type ComponentType } from 'react'
import type { MessageView } from '#chatapp/chats/schema.ts'
import { Answer } from './answer.tsx'
import { ConversationPane } from './conversation-pane.tsx'
import type { Conversation } from './conversation.ts'
import { useEarlier } from './earlier.ts'
import { useEarlierOfChat } from './queries.ts'
import { visibleBranch } from './tree.ts'
import type { Turns } from './turns.ts'
import { UserMessage } from './user-message.tsx'
import { lazyOpened } from '../../ui/lazy-opened.tsx'

const BranchesDialog = lazyOpened(async () => (await import('./branches-dialog.tsx')).BranchesDialog)

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
  const earlier = useEarlier(chat.history, branch, useEarlierOfChat(chat.id))
  const [asksBranch, setAsksBranch] = useState(false)
  const onBranches = () => setAsksBranch(true)
  const common = { locked: busy || closed, turns, onBranches }

  return (
    <div className="relative min-h-0 flex-1">
      <ConversationPane
        branch={branch}
        earlier={earlier}
        reconnecting={reconnecting}
        jump={branch.findLast(({ role }) => role === 'user')?.id}
      >
        {(message, index) =>
          message.role === 'user' ? (
            <UserMessage {...common} message={message} />
          ) : (
            <Answer
              {...common}
              message={message}
              last={index === branch.length - 1}
              unasked={branch[index - 1]?.role !== 'user'}
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
