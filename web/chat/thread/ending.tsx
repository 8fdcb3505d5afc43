import { useState } from 'react'
import type { MessageView } from '#chatapp/chats/schema.ts'
import { Button } from '../../ui/button.tsx'
import { lazily } from '../../ui/lazily.ts'
import { Notice } from '../../ui/notice.tsx'
import { findCutReason } from '../api/cut-answer.ts'
import { common } from '../messages.ts'
import { thread } from './messages.ts'

export interface EndingProps {
  message: MessageView
  locked: boolean
  onContinue: (() => void) | undefined
  onRetry(): void
}

const useFailed = lazily(() => import('./failed-answer.tsx'))

/** False for a failed answer if its notice already offers a remedy, or if the same request would fail again. */
export function useCanRegenerate({ state, error }: MessageView): boolean {
  const failed = useFailed(state === 'failed')
  return state !== 'failed' || failed?.remedyFor(error) === 'later'
}

export function AnswerEndNotice({ message, locked, onContinue, onRetry }: EndingProps) {
  const [isMissing, setMissing] = useState(false)
  const failed = useFailed(message.state === 'failed', () => setMissing(true))
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
  if (message.state === 'failed')
    return failed ? (
      <failed.FailedAnswer
        message={message}
        retry={
          <>
            {goOn}
            {retry}
          </>
        }
      />
    ) : (
      <Notice kind="failure" title={thread.failedTitle} actions={isMissing && retry} className="mt-1">
        {message.error?.message}
      </Notice>
    )
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
