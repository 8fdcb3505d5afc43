import { Wrench } from 'lucide-react'
import type { ChangeRequestView } from '#features/changes/schema.ts'
import { CallPlan } from '../../ui/change-request/call-plan.tsx'
import { useHubName } from '../access/hubs.tsx'
import { changes } from './messages.ts'

export function ToolCallPlan({ change }: { change: ChangeRequestView }) {
  const hubName = useHubName()
  const call = change.operations.find((operation) => operation.action === 'call_tool')
  if (!call) return null
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-2">
        <Wrench aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
        <p className="min-w-0 break-words">
          {changes.runs} <code className="font-mono font-medium">{call.tool}</code>{' '}
          <span className="text-muted">{changes.on(hubName(change.hub))}</span>
        </p>
      </div>
      <CallPlan change={change} />
    </div>
  )
}
