import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Rating, ShownMessage } from '#chatapp/chats/schema.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ratingTexts as texts } from './rating-messages.ts'
import type { ThreadTurns } from './turns.ts'
import { lazyOpened } from '../../ui/lazy-opened.tsx'

const RatingDialog = lazyOpened(async () => (await import('./rating-dialog.tsx')).RatingDialog)

const BAD = { verdict: 'bad', reason: null, comment: '' } as const

export interface AnswerRatingProps {
  message: ShownMessage
  turns: Pick<ThreadTurns, 'rate'>
}

export function AnswerRating({ message, turns }: AnswerRatingProps) {
  const [asking, setAsking] = useState(false)
  const isSaying = useRef(false)
  const verdict = message.rating?.verdict
  async function rate(next: Rating['verdict']) {
    if (isSaying.current) return // two requests at once could be stored in the wrong order
    if (next === 'bad' && verdict === 'bad') return setAsking(true)
    isSaying.current = true
    const rating = verdict === next ? null : { ...BAD, verdict: next }
    const isKept = await turns.rate(message, rating)
    isSaying.current = false
    if (isKept && rating?.verdict === 'bad') setAsking(true)
  }
  return (
    <>
      <IconButton label={texts.good} aria-pressed={verdict === 'good'} onClick={() => void rate('good')}>
        <ThumbsUp aria-hidden className={verdict === 'good' ? 'fill-current' : undefined} />
      </IconButton>
      <IconButton label={texts.bad} aria-pressed={verdict === 'bad'} onClick={() => void rate('bad')}>
        <ThumbsDown aria-hidden className={verdict === 'bad' ? 'fill-current' : undefined} />
      </IconButton>
      {asking && (
        <RatingDialog
          rating={message.rating ?? BAD}
          onClose={() => setAsking(false)}
          onSend={(rating) => turns.rate(message, rating)}
        />
      )}
    </>
  )
}
