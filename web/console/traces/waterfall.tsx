import { ChevronRight, CircleX } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { TraceDetail, TraceSpan } from '#core/traces/schema.ts'
import { cx } from '../../ui/cx.ts'
import { Cell, HeadCell, Row, rowLinkClass, Table } from '../../ui/table.tsx'
import { duration } from '../../ui/time.ts'
import { traces } from './messages.ts'
import { SpanDialog } from './span-dialog.tsx'
import { ticksOf, zoomSpan, type Stretch } from './ticks.ts'
import { Toolbar } from './toolbar.tsx'
import { findAncestors, orderSpans, searchTree, unfoldTree, type TreeSpan } from './tree.ts'

const MAX_INDENT_LEVELS = 8

export function Waterfall({ trace }: { trace: Pick<TraceDetail, 'spans' | 'duration_ms'> }) {
  const { spans, duration_ms: whole } = trace
  const [opened, setOpened] = useState<TraceSpan | null>(null)
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [wanted, setWanted] = useState('')
  const [current, setCurrent] = useState<string | null>(null)
  const [stretch, setStretch] = useState<Stretch>({ from: 0, to: whole })
  const ordered = useMemo(() => orderSpans(spans), [spans])
  const text = useDeferredValue(wanted)
  const { shown, found } = useMemo(() => searchTree(ordered, text), [ordered, text])
  // A search also shows matches in collapsed spans.
  const rows = text.trim() === '' ? unfoldTree(shown, folded) : shown
  const failures = ordered.filter(({ span }) => span.failed)
  const parents = ordered.filter(({ below, depth }) => below > 0 && depth > 0)
  const body = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    if (current === null) return
    const row = body.current?.querySelector<HTMLElement>(`[data-span="${current}"] [data-open]`)
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
  }, [current])

  const nextFailure = () => {
    const at = failures.findIndex(({ span }) => span.span_id === current)
    const { span_id: id } = failures[(at + 1) % failures.length]!.span
    setWanted('')
    const way = new Set(findAncestors(ordered, id))
    setFolded((before) => new Set([...before].filter((one) => !way.has(one))))
    setCurrent(id)
  }
  const zoom = (factor: number | null) => {
    if (factor === null) return setStretch({ from: 0, to: whole })
    const chosen = spans.find(({ span_id }) => span_id === current)
    const around = chosen ? chosen.offset_ms + chosen.duration_ms / 2 : (stretch.from + stretch.to) / 2
    setStretch(zoomSpan(stretch, factor, around, whole))
  }
  return (
    <>
      <Toolbar
        wanted={wanted}
        onSearch={setWanted}
        found={text.trim() === '' ? null : found.length}
        failures={failures.length}
        onNextFailure={nextFailure}
        isZoomed={stretch.to - stretch.from < whole}
        onZoom={zoom}
        isFolded={parents.length > 0 && parents.every(({ span }) => folded.has(span.span_id))}
        onFold={(all) => setFolded(new Set(all ? parents.map(({ span }) => span.span_id) : []))}
      />
      <Table label={traces.timeline}>
        <thead>
          <tr>
            <HeadCell>{traces.step}</HeadCell>
            <HeadCell className="@max-2xl:hidden">{traces.service}</HeadCell>
            <HeadCell number>{traces.took}</HeadCell>
            <HeadCell className="w-1/2 @max-xl:w-1/4" aria-label={traces.timeline}>
              <Ticks stretch={stretch} />
            </HeadCell>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((item) => (
            <SpanRow
              key={item.span.span_id}
              item={item}
              stretch={stretch}
              isFolded={folded.has(item.span.span_id) && text.trim() === ''}
              isCurrent={item.span.span_id === current}
              isFound={found.includes(item.span.span_id)}
              onFold={() => setFolded((before) => toggled(before, item.span.span_id))}
              onShow={() => {
                setCurrent(item.span.span_id)
                setOpened(item.span)
              }}
            />
          ))}
        </tbody>
      </Table>
      {opened && <SpanDialog span={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id])

const percentageIn = ({ from, to }: Stretch, at: number): number =>
  to > from ? ((at - from) / (to - from)) * 100 : 0

/** Hidden from screen readers, because the rows contain the same numbers. */
const Ticks = ({ stretch }: { stretch: Stretch }) => (
  <span aria-hidden className="relative block h-4">
    {ticksOf(stretch).map((at) => {
      const place = percentageIn(stretch, at)
      return (
        <span
          key={at}
          className={cx(
            'absolute top-0 border-s border-line-strong ps-1 text-12 leading-4 font-normal whitespace-nowrap text-faint @max-xl:not-first:hidden',
            place > 88 && 'hidden',
          )}
          style={{ insetInlineStart: `${place}%` }}
        >
          {duration(at)}
        </span>
      )
    })}
  </span>
)

interface SpanRowProps {
  item: TreeSpan
  stretch: Stretch
  isFolded: boolean
  isCurrent: boolean
  isFound: boolean
  onFold(): void
  onShow(): void
}

function SpanRow({ item, stretch, isFolded, isCurrent, isFound, onFold, onShow }: SpanRowProps) {
  const { span, depth, below, failedBelow } = item
  return (
    <Row data-span={span.span_id} className={cx(isCurrent && 'bg-hover')}>
      <Cell className="max-w-72 @max-xl:max-w-48 @max-xl:ps-1 @max-xl:pe-0">
        <span
          className="flex items-center gap-1 [--indent:0.75rem] @max-xl:[--indent:0.25rem]"
          style={{ paddingInlineStart: `calc(var(--indent) * ${Math.min(depth, MAX_INDENT_LEVELS)})` }}
        >
          {below > 0 ? (
            <button
              type="button"
              aria-expanded={!isFolded}
              aria-label={traces.partsOf(span.name, below)}
              className="relative z-1 -my-1 flex size-6 shrink-0 items-center justify-center rounded-s text-faint hover:text-text"
              onClick={onFold}
            >
              <ChevronRight
                aria-hidden
                className={cx('size-4 rtl:-scale-x-100', !isFolded && 'rotate-90 rtl:-rotate-90')}
              />
            </button>
          ) : (
            <span className="w-6 shrink-0" />
          )}
          <button
            type="button"
            data-open
            title={span.name}
            className={cx(
              rowLinkClass,
              'min-w-0 truncate @max-xl:break-words @max-xl:whitespace-normal',
              isFound && 'text-accent-text',
            )}
            onClick={onShow}
          >
            {span.name}
          </button>
          {isFolded && <span className="shrink-0 text-12 text-faint">+{below}</span>}
          {(span.failed || (isFolded && failedBelow > 0)) && (
            <CircleX role="img" aria-label={traces.failed} className="size-3.5 shrink-0 text-danger" />
          )}
        </span>
      </Cell>
      <Cell className="text-muted @max-2xl:hidden">{traces.services[span.service] ?? span.service}</Cell>
      <Cell number className="whitespace-nowrap text-muted">
        {duration(span.duration_ms)}
      </Cell>
      <Cell>
        <Bar span={span} stretch={stretch} />
      </Cell>
    </Row>
  )
}

function Bar({ span, stretch }: { span: TraceSpan; stretch: Stretch }) {
  const [from, to] = [
    percentageIn(stretch, span.offset_ms),
    percentageIn(stretch, span.offset_ms + span.duration_ms),
  ]
  const start = Math.max(0, Math.min(from, 99.5))
  const isAway = to < 0 || from > 100
  const width = Math.max(0.5, Math.min(to, 100) - start)
  return (
    <span aria-hidden className="relative block h-2.5 overflow-hidden rounded-full bg-sunken">
      {!isAway && (
        <span
          className={`absolute inset-y-0 rounded-full ${span.failed ? 'bg-danger' : colorOf(span)}`}
          style={{ insetInlineStart: `${start}%`, width: `${width}%`, minWidth: '3px' }}
        />
      )}
    </span>
  )
}

const colorOf = ({ attributes }: TraceSpan): string => {
  const operation = attributes['gen_ai.operation.name']
  if (operation === 'execute_tool') return 'bg-chart-2'
  return operation === 'chat' || operation === 'generate_content' ? 'bg-chart-1' : 'bg-line-strong'
}
