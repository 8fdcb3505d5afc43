import type { TraceSpan } from '#core/traces/schema.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { duration, exactTime } from '../../ui/time.ts'
import { common } from '../kit/messages.ts'
import { traces } from './messages.ts'

export function SpanDialog({ span, onClose }: { span: TraceSpan; onClose(): void }) {
  const facts = [
    [traces.service, traces.services[span.service] ?? span.service],
    [traces.after, duration(span.offset_ms)],
    [traces.took, duration(span.duration_ms)],
    [traces.state, span.failed ? traces.failed : traces.states.ok],
    [traces.kind, span.kind],
    [traces.spanId, span.span_id],
    ...Object.entries(span.attributes).map(
      ([key, value]) => [traces.facts[key] ?? key, textOf(value), key] as const,
    ),
  ] as const
  return (
    <Dialog
      open
      onClose={onClose}
      title={span.name}
      description={exactTime(Date.parse(span.started_at) / 1000)}
      closeLabel={common.close}
      className="max-w-2xl"
    >
      <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-2 text-13 max-sm:grid-cols-1 max-sm:gap-y-0.5 [&_dt]:break-all [&_dt]:text-faint">
        {facts.map(([name, value, key]) => (
          <div key={key ?? name} className="contents">
            <dt title={key}>{name}</dt>
            <dd className="min-w-0 break-words whitespace-pre-wrap max-sm:mb-2">{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : JSON.stringify(value)
