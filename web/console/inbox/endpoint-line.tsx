import { CircleCheck, CircleSlash, Radio } from 'lucide-react'
import type { InboxEndpoint } from '#core/inbox/schema.ts'
import { listed } from '../../ui/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { CodeSample } from '../../ui/code-sample.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Liveness } from '../../ui/live.ts'
import { common } from '../kit/messages.ts'
import { workflowName } from '../runs/run-facts.tsx'
import { inbox } from './messages.ts'

export const EndpointLine = ({ endpoint, liveness }: { endpoint: InboxEndpoint; liveness: Liveness }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-muted">
    <Badge
      tone={endpoint.state === 'receiving' ? 'ok' : 'warn'}
      icon={endpoint.state === 'receiving' ? <CircleCheck aria-hidden /> : <CircleSlash aria-hidden />}
    >
      {inbox.receiver[endpoint.state]}
    </Badge>
    <span className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 font-mono text-12 break-all">{endpoint.address}</code>
      <CopyButton label={common.copy} copiedLabel={common.copied} text={() => endpoint.address} />
    </span>
    {endpoint.mode && <span>{inbox.modes[endpoint.mode]}</span>}
    <span>
      {inbox.handledBy}:{' '}
      {endpoint.handled_by.length > 0 ? (
        <span className="text-text">{listed(endpoint.handled_by.map(workflowName))}</span>
      ) : (
        <span title={inbox.handledByHint}>{inbox.handledByNothing}</span>
      )}
    </span>
    <span role="status" className="ms-auto inline-flex items-center gap-1.5 text-12">
      <Radio aria-hidden className={`size-3.5 ${liveness === 'live' ? 'text-ok' : 'text-faint'}`} />
      {liveness === 'live' ? inbox.live : inbox.waiting}
    </span>
  </div>
)

export function EndpointNotice({ state, secret_variable }: Pick<InboxEndpoint, 'state' | 'secret_variable'>) {
  if (state === 'receiving') return null
  if (state === 'gone')
    return (
      <Notice kind="attention" title={inbox.gone}>
        {inbox.goneText}
      </Notice>
    )
  const isOff = state === 'off'
  return (
    <Notice kind="attention" title={isOff ? inbox.off : inbox.stopped}>
      {isOff ? inbox.offText : inbox.stoppedText}
      <div className="mt-2 max-w-xl">
        <CodeSample
          label={isOff ? inbox.off : inbox.stopped}
          text={isOff ? `${secret_variable}=…` : 'hub run --webhook   # or: hub inbound'}
          copyLabel={common.copy}
          copiedLabel={common.copied}
        />
      </div>
    </Notice>
  )
}
