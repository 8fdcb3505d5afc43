import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { ChangeRequestView } from '#features/changes/schema.ts'
import { Button } from '../button.tsx'
import { TextArea } from '../text-area.tsx'
import { EditFields } from './edit-fields.tsx'
import { changeRequest as texts } from './messages.ts'

export interface ChangeDecisions {
  approve(change: ChangeRequestView): Promise<unknown>
  decline(change: ChangeRequestView, reason: string): Promise<unknown>
  edit(change: ChangeRequestView, input: Record<string, unknown>): Promise<unknown>
}

export interface ChangeActsProps {
  change: ChangeRequestView
  decisions: ChangeDecisions
  errorText(error: unknown): string
  /** Called after a decision, when the buttons disappear. */
  onDecided(): void
  /** Called when the form for the arguments opens or closes. The caller hides the arguments while it is open. */
  onEditing?: (isEditing: boolean) => void
  children?: ReactNode
  approveLabel?: string
}

export function ChangeActs(props: ChangeActsProps) {
  const { change, decisions, errorText, onDecided, onEditing, children, approveLabel = texts.approve } = props
  const [form, showForm] = useState<'none' | 'decline' | 'edit'>('none')
  const setForm = (shown: typeof form) => {
    showForm(shown)
    onEditing?.(shown === 'edit')
  }
  const [busy, setBusy] = useState<'approve' | 'decline' | 'edit' | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const isBusy = useRef(false)
  const call = change.operations.find((operation) => operation.action === 'call_tool')

  async function decide(act: 'approve' | 'decline' | 'edit', work: () => Promise<unknown>) {
    if (isBusy.current) return // a double click reaches this before the button is disabled
    isBusy.current = true
    setBusy(act)
    setFailure(null)
    try {
      await work()
      setForm('none')
      onDecided()
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      isBusy.current = false
      setBusy(null)
    }
  }
  return (
    <div className="flex flex-col gap-3">
      {form === 'none' && (
        <div className="flex flex-wrap items-center gap-2">
          {!change.needs_password && (
            <Button
              look="primary"
              busy={busy === 'approve'}
              disabled={busy !== null}
              onClick={() => void decide('approve', () => decisions.approve(change))}
            >
              {approveLabel}
            </Button>
          )}
          <Button disabled={busy !== null} onClick={() => setForm('decline')}>
            {texts.decline}
          </Button>
          {call?.input_schema !== undefined && (
            <Button look="quiet" disabled={busy !== null} onClick={() => setForm('edit')}>
              {texts.edit}
            </Button>
          )}
          {children}
        </div>
      )}
      {form === 'decline' && (
        <DeclineForm
          isBusy={busy !== null}
          onDecline={(reason) => void decide('decline', () => decisions.decline(change, reason))}
          onBack={() => setForm('none')}
        />
      )}
      {form === 'edit' && call && (
        <EditFields
          input={call.input}
          schema={call.input_schema}
          secretFields={change.secret_fields}
          isBusy={busy === 'edit'}
          onSave={(input) => void decide('edit', () => decisions.edit(change, input))}
          onBack={() => setForm('none')}
        />
      )}
      {failure !== null && (
        <p role="alert" className="text-13 break-words text-danger">
          {failure}
        </p>
      )}
    </div>
  )
}

interface DeclineFormProps {
  isBusy: boolean
  onDecline(reason: string): void
  onBack(): void
}

function DeclineForm({ isBusy, onDecline, onBack }: DeclineFormProps) {
  const [reason, setReason] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    onDecline(reason.trim())
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <TextArea
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person just opened this form
        autoFocus
        label={texts.reason}
        rows={2}
        maxLength={1000}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="danger" busy={isBusy}>
          {texts.decline}
        </Button>
        <Button disabled={isBusy} onClick={onBack}>
          {texts.back}
        </Button>
      </div>
    </form>
  )
}
