import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { common } from '../messages.ts'
import { messageMenu as texts } from './message-menu-messages.ts'

/** The server's limit in characters. */
const MAX_LENGTH = 2000

export interface OtherwiseDialogProps {
  onClose(): void
  onAsk(text: string): void
}

export function OtherwiseDialog({ onClose, onAsk }: OtherwiseDialogProps) {
  const [text, setText] = useState('')
  const wanted = text.trim()
  function send(event: FormEvent) {
    event.preventDefault()
    if (!wanted) return
    onClose()
    onAsk(wanted)
  }
  return (
    <Dialog open onClose={onClose} title={texts.otherwiseTitle} closeLabel={common.close}>
      <form onSubmit={send} className="flex flex-col gap-4">
        <TextArea
          label={texts.otherwiseLabel}
          hint={texts.otherwiseHint}
          rows={3}
          dir="auto"
          maxLength={MAX_LENGTH}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" look="primary" disabled={!wanted}>
            {texts.ask}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
