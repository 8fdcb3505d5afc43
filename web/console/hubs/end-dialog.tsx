import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { common } from '../kit/messages.ts'
import { EndField } from './end-field.tsx'
import { hubs } from './messages.ts'

export interface EndDialogProps {
  permission: string
  person: string
  /** Present expiry; null: permanent. */
  end: string | null
  onClose(): void
  onChange(end: string | null): void
}

export function EndDialog({ permission, person, end, onClose, onChange }: EndDialogProps) {
  const [chosen, setChosen] = useState(end)
  function submit(event: FormEvent) {
    event.preventDefault()
    onChange(chosen)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={hubs.endTitle(permission, person)}
      description={hubs.endText}
      closeLabel={common.close}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <EndField hint={hubs.endHint} value={end} onChange={setChosen} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => onChange(null)}>{hubs.forGood}</Button>
          <Button type="submit" look="primary" disabled={chosen === null}>
            {hubs.addToDraft}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
