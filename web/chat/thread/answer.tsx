import { RotateCcw, Square, Volume2 } from 'lucide-react'
import { memo, useEffect, useState, type ComponentType } from 'react'
import type { MessageView, ShownMessage } from '#chatapp/chats/schema.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { common } from '../messages.ts'
import { thread as texts } from './messages.ts'
import { AnswerMore, AnswerTime } from './answer-acts.tsx'
import { AnswerBody } from './answer-body.tsx'
import { AnswerEndNotice, useCanRegenerate } from './ending.tsx'
import { MessageEditor } from './message-editor.tsx'
import { MessageFooter } from './message-footer.tsx'
import { canSpeak, readAloud, stopReading, useIsRead } from './read-aloud.ts'
import { AnswerRating } from './rating.tsx'
import type { ThreadTurns } from './turns.ts'

export interface AnswerProps {
  message: ShownMessage
  last: boolean
  /** True for an answer without a prompt, such as the result of a run, which cannot be regenerated. */
  unasked: boolean
  locked: boolean
  turns: ThreadTurns
  onBranches(): void
  Head: ComponentType<{ agent: string }>
  Outcome: ComponentType<{ message: MessageView }>
}

export const ThreadAnswer = memo(AnswerArticle, isSameAnswer)

function AnswerArticle({ message, last, unasked, locked, turns, onBranches, Head, Outcome }: AnswerProps) {
  const running = message.state === 'running'
  const writing = message.content !== ''
  const canRegenerate = useCanRegenerate(message)
  const [editing, setEditing] = useState(false)
  return (
    <article aria-label={texts.answer} aria-busy={running} className="group/message flex flex-col gap-2">
      {message.model && <Head agent={message.model} />}
      {editing ? (
        <MessageEditor
          text={message.content}
          label={texts.editAnswer}
          action={texts.save}
          onCancel={() => setEditing(false)}
          onSend={(content) => {
            setEditing(false)
            void turns.editAnswer(message, content)
          }}
        />
      ) : (
        <AnswerBody message={message} />
      )}
      <Outcome message={message} />
      {!running && (
        <AnswerEndNotice
          message={message}
          locked={locked}
          onContinue={
            last && !unasked ? () => void turns.regenerate(message, { how: 'continue', text: '' }) : undefined
          }
          onRetry={() => void turns.regenerate(message)}
        />
      )}
      <MessageFooter
        message={message}
        locked={locked}
        shown={last}
        hidden={running}
        turns={turns}
        onBranches={onBranches}
        time={!running && <AnswerTime message={message} />}
      >
        {writing && (
          <CopyButton label={common.copy} copiedLabel={common.copied} text={() => message.content} />
        )}
        {writing && canSpeak() && <ReadAloud message={message} />}
        {writing && !unasked && <AnswerRating message={message} turns={turns} />}
        {!unasked && canRegenerate && (
          <IconButton
            label={texts.regenerate}
            disabled={locked}
            onClick={() => void turns.regenerate(message)}
          >
            <RotateCcw aria-hidden />
          </IconButton>
        )}
        {!running && (
          <AnswerMore
            message={message}
            locked={locked}
            canRevise={writing && !unasked}
            turns={turns}
            onEdit={() => setEditing(true)}
          />
        )}
      </MessageFooter>
    </article>
  )
}

function ReadAloud({ message: { id, content } }: { message: ShownMessage }) {
  const isRead = useIsRead(id)
  useEffect(() => () => stopReading(id), [id])
  return (
    <IconButton
      label={isRead ? texts.stopReading : texts.readAloud}
      aria-pressed={isRead}
      onClick={() => void readAloud(id, content)}
    >
      {isRead ? <Square aria-hidden className="scale-75 fill-current" /> : <Volume2 aria-hidden />}
    </IconButton>
  )
}

/** Callbacks change with every render and are equivalent, so the comparison ignores them. */
function isSameAnswer(a: AnswerProps, b: AnswerProps): boolean {
  return a.message === b.message && a.last === b.last && a.locked === b.locked
}
