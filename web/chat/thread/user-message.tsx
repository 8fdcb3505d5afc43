import { Pencil } from 'lucide-react'
import { memo, useState } from 'react'
import type { ShownMessage } from '#chatapp/chats/schema.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { moreMenu } from '../../ui/more-menu.tsx'
import { common } from '../messages.ts'
import { thread } from './messages.ts'
import { Bubble } from './bubble.tsx'
import { MessageEditor } from './message-editor.tsx'
import { MessageFiles } from './message-files.tsx'
import { MessageFooter } from './message-footer.tsx'
import type { ThreadTurns } from './turns.ts'

const UserMore = moreMenu(async () => (await import('./user-menu.tsx')).UserMenu)

export interface UserMessageProps {
  message: ShownMessage
  locked: boolean
  turns: ThreadTurns
  onBranches(): void
}

export const UserMessage = memo(UserArticle, isSameMessage)

function UserArticle({ message, locked, turns, onBranches }: UserMessageProps) {
  const [editing, setEditing] = useState(false)
  if (editing) {
    return (
      <MessageEditor
        text={message.content}
        onCancel={() => setEditing(false)}
        onSend={(content) => {
          setEditing(false)
          void turns.edit(message, content)
        }}
      />
    )
  }
  return (
    <article aria-label={thread.yourMessage} className="group/message flex flex-col items-end gap-1">
      {message.files && message.files.length > 0 && <MessageFiles files={message.files} />}
      {message.content && <Bubble text={message.content} />}
      <MessageFooter end message={message} locked={locked} turns={turns} onBranches={onBranches}>
        {message.content && (
          <CopyButton label={common.copy} copiedLabel={common.copied} text={() => message.content} />
        )}
        <IconButton label={thread.edit} disabled={locked} onClick={() => setEditing(true)}>
          <Pencil aria-hidden />
        </IconButton>
        <UserMore label={common.more} message={message} />
      </MessageFooter>
    </article>
  )
}

function isSameMessage(a: UserMessageProps, b: UserMessageProps): boolean {
  return a.message === b.message && a.locked === b.locked
}
