import { useState, type FormEvent } from 'react'
import type { Rating } from '#chatapp/chats/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast.tsx'
import { common } from '../messages.ts'
import { ratingTexts as texts } from './rating-messages.ts'

type Reason = NonNullable<Rating['reason']>

export interface RatingDialogProps {
  rating: Rating
  onClose(): void
  /** Null removes the rating. Resolves to false after a failure. */
  onSend(rating: Rating | null): Promise<boolean>
}

const MAX_COMMENT_LENGTH = 1000

export function RatingDialog({ rating, onClose, onSend }: RatingDialogProps) {
  const [reason, setReason] = useState<Reason | ''>(rating.reason ?? '')
  const [comment, setComment] = useState(rating.comment)
  const [busy, setBusy] = useState(false)
  async function save(next: Rating | null) {
    setBusy(true)
    const isKept = await onSend(next)
    setBusy(false)
    if (!isKept) return
    if (next) toast({ text: texts.thanks })
    onClose()
  }
  function send(event: FormEvent) {
    event.preventDefault()
    void save({ verdict: 'bad', reason: reason || null, comment: comment.trim() })
  }
  return (
    <Dialog open onClose={onClose} title={texts.title} closeLabel={common.close}>
      <form onSubmit={send} className="flex flex-col gap-4">
        <SelectField
          label={texts.reason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value as Reason | '')}
          options={[
            { value: '', label: texts.noReason },
            ...Object.entries(texts.reasons).map(([value, label]) => ({ value, label })),
          ]}
        />
        <TextArea
          label={texts.comment}
          rows={4}
          maxLength={MAX_COMMENT_LENGTH}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        <p className="text-13 text-muted">{texts.privacy}</p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" busy={busy} onClick={() => void save(null)} className="me-auto">
            {texts.removeRating}
          </Button>
          <Button onClick={onClose}>{texts.skip}</Button>
          <Button type="submit" look="primary" busy={busy}>
            {texts.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
