import { useState, type KeyboardEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { focusAtOnce } from '../../ui/focus-at-once.ts'
import { isComposing } from '../../ui/keyboard.ts'
import { common } from '../messages.ts'
import { thread as texts } from './messages.ts'

export interface MessageEditorProps {
  text: string
  label?: string
  action?: string
  onCancel(): void
  onSend(text: string): void
}

export function MessageEditor(props: MessageEditorProps) {
  const { text, label = texts.editLabel, action = texts.send, onCancel, onSend } = props
  const [draft, setDraft] = useState(text)
  const wanted = draft.trim()
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    if (event.key === 'Escape') onCancel()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && wanted) onSend(draft)
  }
  return (
    <div className="flex flex-col gap-2 rounded-l border border-line-strong bg-raised p-3">
      <textarea
        ref={focusAtOnce}
        aria-label={label}
        dir="auto"
        value={draft}
        rows={Math.min(12, draft.split('\n').length + 1)}
        onFocus={(event) => event.currentTarget.setSelectionRange(draft.length, draft.length)}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        className="w-full resize-none bg-transparent text-16 leading-relaxed outline-none"
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{common.cancel}</Button>
        <Button look="primary" disabled={!wanted} onClick={() => onSend(draft)}>
          {action}
        </Button>
      </div>
    </div>
  )
}
