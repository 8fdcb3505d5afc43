import { Redo2 } from 'lucide-react'
import { useState } from 'react'
import type { ChannelMessageView } from '#features/messaging/schema.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { common } from '../kit/messages.ts'
import { messaging } from './messages.ts'

type Message = Pick<ChannelMessageView, 'id' | 'state'>

export const maySendAgain = ({ state }: Pick<Message, 'state'>): boolean =>
  state === 'failed' || state === 'unknown'

export interface SendAgainProps {
  label: string
  messages: readonly Message[]
  busy: boolean
  onSend(ids: readonly string[]): void
}

export function SendAgain({ label, messages, busy, onSend }: SendAgainProps) {
  const [asking, setAsking] = useState(false)
  const doubtful = messages.filter(({ state }) => state === 'unknown').length
  const send = () => {
    setAsking(false)
    onSend(messages.map(({ id }) => id))
  }
  return (
    <>
      <Button
        icon={<Redo2 aria-hidden />}
        busy={busy}
        disabled={messages.length === 0}
        onClick={() => (doubtful > 0 ? setAsking(true) : send())}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={messaging.againTitle}
        confirmLabel={messaging.again}
        cancelLabel={common.cancel}
        onConfirm={send}
      >
        {messaging.againText(doubtful)}
      </ConfirmDialog>
    </>
  )
}
