import { CircleX } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { TraceDetail, TraceSpan } from '#core/traces/schema.ts'
import { Cell, HeadCell, Row, rowLinkClass, Table } from '../../ui/table.tsx'
import { duration } from '../../ui/time.ts'
import { traces } from './messages.ts'
import { SpanDialog } from './span-dialog.tsx'
import { inOrder, type PlacedSpan } from './tree.ts'

const DEEPEST_SHOWN = 8

/** The steps of a trace as a table, whose last column draws when each ran. */
export function Waterfall({ trace }: { trace: TraceDetail }) {
  const [shown, setShown] = useState<TraceSpan | null>(null)
  const placed = useMemo(() => inOrder(trace.spans), [trace.spans])
  return (
    <>
      <Table label={traces.timeline}>
        <thead>
          <tr>
            <HeadCell>{traces.step}</HeadCell>
            <HeadCell className="@max-2xl:hidden">{traces.service}</HeadCell>
            <HeadCell number>{traces.took}</HeadCell>
            <HeadCell className="w-1/2 @max-xl:w-1/3">{traces.timeline}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {placed.map((item) => (
            <SpanRow key={item.span.span_id} item={item} whole={trace.duration_ms} onShow={setShown} />
          ))}
        </tbody>
      </Table>
      {shown && <SpanDialog span={shown} onClose={() => setShown(null)} />}
    </>
  )
}

interface SpanRowProps {
  item: PlacedSpan
  /** Milliseconds of the whole trace. */
  whole: number
  onShow(span: TraceSpan): void
}

function SpanRow({ item: { span, depth }, whole, onShow }: SpanRowProps) {
  return (
    <Row>
      <Cell className="max-w-72 @max-xl:max-w-40">
        <span
          className="flex items-center gap-1.5"
          style={{ paddingInlineStart: `${Math.min(depth, DEEPEST_SHOWN) * 0.75}rem` }}
        >
          <button
            type="button"
            title={span.name}
            className={`${rowLinkClass} min-w-0 truncate`}
            onClick={() => onShow(span)}
          >
            {span.name}
          </button>
          {span.failed && (
            <CircleX role="img" aria-label={traces.failed} className="size-3.5 shrink-0 text-danger" />
          )}
        </span>
      </Cell>
      <Cell className="text-muted @max-2xl:hidden">{traces.services[span.service] ?? span.service}</Cell>
      <Cell number className="whitespace-nowrap text-muted">
        {duration(span.duration_ms)}
      </Cell>
      <Cell>
        <Bar span={span} whole={whole} />
      </Cell>
    </Row>
  )
}

/** When it ran, within the whole. The numbers beside it say the same. */
function Bar({ span, whole }: { span: TraceSpan; whole: number }) {
  const percent = (ms: number) => (whole > 0 ? (ms / whole) * 100 : 0)
  const start = Math.min(percent(span.offset_ms), 99.5)
  const width = Math.max(0.5, Math.min(percent(span.duration_ms), 100 - start))
  return (
    <span aria-hidden className="relative block h-2.5 rounded-full bg-sunken">
      <span
        className={`absolute inset-y-0 rounded-full ${span.failed ? 'bg-danger' : colorOf(span)}`}
        style={{ insetInlineStart: `${start}%`, width: `${width}%`, minWidth: '3px' }}
      />
    </span>
  )
}

/** Models and tools are what a reader looks for. */
const colorOf = ({ attributes }: TraceSpan): string => {
  const operation = attributes['gen_ai.operation.name']
  if (operation === 'execute_tool') return 'bg-chart-2'
  return operation === 'chat' || operation === 'generate_content' ? 'bg-chart-1' : 'bg-line-strong'
}
