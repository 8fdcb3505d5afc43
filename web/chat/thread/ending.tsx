import type { MessageView } from '#chatapp/chats/schema.ts'
import { Button } from '../../ui/button.tsx'
import { translateTexts } from '../../ui/language.ts'
import { Notice } from '../../ui/notice.tsx'
import { findCutReason } from '../api/cut-answer.ts'
import { common, errors } from '../messages.ts'
import { thread } from './messages.ts'

export interface EndingProps {
  message: MessageView
  locked: boolean
  onContinue: (() => void) | undefined
  onRetry(): void
}

/** A retry fails again until an administrator changes the access, or until the budget's next day or month. */
const LASTING_REFUSALS: ReadonlySet<string> = new Set(['blocked', 'budget_exhausted', 'no_grant'])

const isLasting = (error: MessageView['error']) =>
  error?.code !== undefined && LASTING_REFUSALS.has(error.code)

const whyOf = (error: MessageView['error']) =>
  error && (translateTexts('chat.faults', error.code) ?? error.message)

export function AnswerEndNotice({ message, locked, onContinue, onRetry }: EndingProps) {
  const retry = (
    <Button disabled={locked} onClick={onRetry}>
      {common.retry}
    </Button>
  )
  const goOn = onContinue && message.content !== '' && (
    <Button disabled={locked} onClick={onContinue}>
      {thread.continue}
    </Button>
  )
  if (message.state === 'failed') {
    return (
      <Notice
        kind="failure"
        title={thread.failedTitle}
        actions={!isLasting(message.error) && retry}
        className="mt-1"
      >
        <p>{whyOf(message.error) || thread.failedText}</p>
        {message.error?.code && <p className="text-12 text-faint">{errors.code(message.error.code)}</p>}
      </Notice>
    )
  }
  if (message.state === 'stopped') {
    return (
      <Notice kind="info" actions={goOn || retry} className="mt-1">
        {thread.stopped}
      </Notice>
    )
  }
  if (message.state === 'interrupted') {
    return (
      <Notice
        kind="attention"
        className="mt-1"
        actions={
          <>
            {goOn}
            {retry}
          </>
        }
      >
        {thread.interrupted}
      </Notice>
    )
  }
  const cut = findCutReason(message)
  if (cut)
    return (
      <Notice
        kind="attention"
        className="mt-1"
        actions={message.finish_reason === 'length' ? goOn || retry : retry}
      >
        {cut}
      </Notice>
    )
  return null
}
