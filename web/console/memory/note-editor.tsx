import { useState } from 'react'
import type { MemoryNote } from '#core/agent/memory/schema.ts'
import { MAX_NOTE_LENGTH } from '#core/agent/memory/limits.ts'
import { Button } from '../../ui/button.tsx'
import { ApiError } from '../../ui/call.ts'
import { focusAtOnce } from '../../ui/focus-at-once.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { errorText } from '../kit/api.ts'
import { common } from '../kit/messages.ts'
import { memory } from './messages.ts'
import { useChange } from './queries.ts'

export function NoteEditor({ note: { hub, id, text }, onClose }: { note: MemoryNote; onClose(): void }) {
  const [draft, setDraft] = useState(text)
  /** The text that the draft replaces. */
  const [before, setBefore] = useState(text)
  const change = useChange(onClose)
  const isConflict = change.error instanceof ApiError && change.error.code === 'revision_conflict'
  const submit = () => {
    if (draft.trim() === before) return onClose()
    change.mutate({ hub, id, text: draft, before })
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextArea
        label={memory.text}
        dir="auto"
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        value={draft}
        ref={focusAtOnce}
        error={change.error && !isConflict ? errorText(change.error) : null}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
        }}
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
      {isConflict && text !== before && (
        <div role="alert" className="flex flex-col items-start gap-2 text-13 text-danger">
          <p>{memory.conflict}</p>
          <p dir="auto" className="whitespace-pre-wrap text-text">
            {text}
          </p>
          <Button
            type="button"
            onClick={() => {
              setBefore(text)
              change.reset()
            }}
          >
            {memory.replace}
          </Button>
        </div>
      )}
      <div className="flex gap-2">
        <Button look="primary" type="submit" busy={change.isPending} disabled={draft.trim() === ''}>
          {memory.save}
        </Button>
        <Button type="button" onClick={onClose}>
          {common.cancel}
        </Button>
      </div>
    </form>
  )
}
