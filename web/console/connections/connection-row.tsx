import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ConnectionView } from '#features/connections/schema.ts'
import { connectionStates } from '../../ui/messages.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { errorText } from '../kit/api.ts'
import { connections as texts, connections } from './messages.ts'
import { common } from '../kit/messages.ts'
import { ConnectionFacts } from './connection-facts.tsx'
import { useBegin, useDisconnect } from './queries.ts'
import { CircleCheck, CircleDashed, CircleX, Hourglass, TriangleAlert } from 'lucide-react'
import { Badge, type Tone } from '../../ui/badge.tsx'

export interface ConnectionRowProps {
  connection: ConnectionView
  canConnect: boolean
}

export function ConnectionRow({ connection, canConnect }: ConnectionRowProps) {
  const { provider, name, description, state } = connection
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const failed = (error: unknown) => toast({ text: errorText(error), failure: true })
  const begin = useBegin(({ id }) => void navigate({ to: '/connect/$id', params: { id } }))
  const end = useDisconnect((isRevoked) => {
    setAsking(false)
    toast(
      isRevoked ? { text: texts.disconnected(name) } : { text: texts.disconnectedHere(name), failure: true },
    )
  })
  const isThere = state !== 'none'
  const isGood = state === 'healthy' || state === 'expiring'
  return (
    <section aria-label={name} className="flex flex-col gap-3 p-4 sm:flex-row sm:items-start">
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="text-16 font-semibold break-words">{name}</h2>
          <ConnectionStateBadge state={state} />
        </div>
        {state === 'misconfigured' && <p className="text-14 break-words">{texts.misconfigured(name)}</p>}
        {state === 'scope_missing' && connection.missing_scopes.length > 0 && (
          <p className="text-14 break-words">{texts.lacksText(name)}</p>
        )}
        {description && <p className="text-13 break-words text-muted">{description}</p>}
        <ConnectionFacts connection={connection} />
      </div>
      <div className="flex shrink-0 flex-wrap gap-2">
        {canConnect && (
          <Button
            look={isGood || state === 'misconfigured' ? 'plain' : 'primary'}
            busy={begin.isPending}
            aria-label={isThere ? texts.reconnectNamed(name) : texts.connectNamed(name)}
            onClick={() => begin.mutate(provider, { onError: failed })}
          >
            {isThere ? texts.reconnect : texts.connect}
          </Button>
        )}
        {isThere && (
          <Button aria-label={texts.disconnectNamed(name)} onClick={() => setAsking(true)}>
            {texts.disconnect}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={texts.disconnectTitle(name)}
        confirmLabel={texts.disconnectNamed(name)}
        cancelLabel={common.cancel}
        busy={end.isPending}
        onConfirm={() => end.mutate(provider, { onError: failed })}
      >
        {texts.disconnectText(name)}
      </ConfirmDialog>
    </section>
  )
}

type State = ConnectionView['state']

const LOOKS: Record<State, { tone: Tone; Icon: typeof CircleX }> = {
  none: { tone: 'neutral', Icon: CircleDashed },
  healthy: { tone: 'ok', Icon: CircleCheck },
  expiring: { tone: 'warn', Icon: Hourglass },
  expired: { tone: 'danger', Icon: CircleX },
  revoked: { tone: 'danger', Icon: CircleX },
  scope_missing: { tone: 'warn', Icon: TriangleAlert },
  misconfigured: { tone: 'danger', Icon: TriangleAlert },
}

function ConnectionStateBadge({ state }: { state: State }) {
  const { tone, Icon } = LOOKS[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {state === 'none' ? connections.notConnected : connectionStates[state]}
    </Badge>
  )
}
