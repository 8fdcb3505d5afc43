import type { ChangeRequestView } from '#features/changes/schema.ts'
import { CallFields } from './call-fields.tsx'
import { LongText } from './long-text.tsx'
import { changeRequest as texts } from './messages.ts'

export function CallPlan({ change }: { change: ChangeRequestView }) {
  const call = change.operations.find((operation) => operation.action === 'call_tool')
  if (!call) return null
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {call.description && <LongText text={call.description} className="text-13 text-muted" />}
      <CallFields input={call.input} secretFields={change.secret_fields} />
      {call.edited && (
        <details className="text-13 text-muted">
          <summary className="cursor-pointer">{texts.edited}</summary>
          <div className="pt-2">
            <CallFields input={call.edited.input} secretFields={change.secret_fields} label={texts.written} />
          </div>
        </details>
      )}
    </div>
  )
}
