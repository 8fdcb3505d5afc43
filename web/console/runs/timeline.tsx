import { Ban, CircleCheck, CircleX, Clock, LoaderCircle, SkipForward, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { RunDetail, RunStep } from '#features/work/runs/schema.ts'
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx'
import { duration } from '../../ui/time.ts'
import { runs } from './messages.ts'

export function Timeline({ run }: { run: RunDetail }) {
  const now = useNow(run.ended_at === null)
  const from = Date.parse(run.started_at ?? run.queued_at)
  const whole = Math.max(1, (run.ended_at === null ? now : Date.parse(run.ended_at)) - from)
  return (
    // No section element, because the table is itself a region with this name.
    <div className="flex flex-col gap-2">
      <h2 className="text-16 font-semibold">{runs.steps}</h2>
      {run.steps.length === 0 ? (
        <p className="text-13 text-muted">{runs.noSteps}</p>
      ) : (
        <Table label={runs.steps}>
          <thead>
            <tr>
              <HeadCell>{runs.step}</HeadCell>
              <HeadCell number>{runs.took}</HeadCell>
              <HeadCell className="@max-3xl:hidden">{runs.tools}</HeadCell>
              <HeadCell className="w-2/5 @max-xl:hidden">{runs.timeline}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {run.steps.map((step) => (
              <StepRow key={step.id} step={step} from={from} whole={whole} now={now} />
            ))}
          </tbody>
        </Table>
      )}
    </div>
  )
}

const ICONS: Record<RunStep['state'], readonly [LucideIcon, className: string]> = {
  running: [LoaderCircle, 'animate-turn text-accent-text'],
  waiting: [Clock, 'text-muted'],
  done: [CircleCheck, 'text-ok'],
  failed: [CircleX, 'text-danger'],
  skipped: [SkipForward, 'text-faint rtl:-scale-x-100'],
  cancelled: [Ban, 'text-faint'],
}

const COLORS: Record<RunStep['state'], string> = {
  running: 'bg-accent',
  waiting: 'bg-line-strong',
  done: 'bg-chart-2',
  failed: 'bg-danger',
  skipped: 'bg-line-strong',
  cancelled: 'bg-line-strong',
}

function StepRow({ step, from, whole, now }: { step: RunStep; from: number; whole: number; now: number }) {
  const started = Date.parse(step.started_at)
  const [Icon, look] = ICONS[step.state]
  const took = (step.ended_at === null ? now : Date.parse(step.ended_at)) - started
  return (
    <Row>
      <Cell className="max-w-96 @max-xl:max-w-60">
        <div style={{ paddingInlineStart: `${depthOf(step)}rem` }}>
          <span className="flex items-center gap-2 [&_svg]:size-4 [&_svg]:shrink-0">
            <Icon role="img" aria-label={runs.stepStates[step.state]} className={look} />
            <span
              dir="auto"
              className="min-w-0 truncate font-medium @max-xl:break-words @max-xl:whitespace-normal"
            >
              {step.title}
            </span>
            {step.taken_over && <span className="shrink-0 text-12 text-faint">{runs.takenOver}</span>}
            {step.attempt > 1 && (
              <span className="shrink-0 text-12 text-faint">{runs.stepAttempt(step.attempt)}</span>
            )}
          </span>
          {step.error !== null && (
            <p className="mt-0.5 ps-6 text-12 break-words whitespace-pre-wrap text-danger">{step.error}</p>
          )}
          {step.output !== null && step.output !== '' && <StepOutput output={step.output} />}
        </div>
      </Cell>
      <Cell number className="align-top leading-8 whitespace-nowrap text-muted">
        {step.state === 'skipped' || step.taken_over ? '–' : duration(Math.max(0, took))}
      </Cell>
      <Cell className="align-top text-12 leading-5 text-muted @max-3xl:hidden">
        {step.tools.map(({ name, calls, failed }) => (
          <span key={name} className="block truncate">
            {runs.toolCalls(name, calls, failed)}
          </span>
        ))}
      </Cell>
      <Cell className="@max-xl:hidden">
        <Bar
          color={COLORS[step.state]}
          offset={(started - from) / whole}
          length={step.state === 'skipped' || step.taken_over ? 0 : took / whole}
        />
      </Cell>
    </Row>
  )
}

const StepOutput = ({ output }: { output: string }) => (
  <details className="mt-1 ps-6 text-12">
    <summary className="cursor-pointer text-muted">{runs.stepOutput}</summary>
    <pre className="mt-1 max-h-64 overflow-auto rounded-m bg-code p-2 font-mono whitespace-pre-wrap">
      {output}
    </pre>
  </details>
)

/** Steps of a nested workflow follow the calling step; their ids contain `/`. */
const depthOf = ({ id }: RunStep): number => id.split('/').length - 1

function Bar({ color, offset, length }: { color: string; offset: number; length: number }) {
  const start = Math.min(Math.max(0, offset * 100), 99.5)
  const width = Math.max(0.5, Math.min(length * 100, 100 - start))
  return (
    <span aria-hidden className="relative block h-2.5 rounded-full bg-sunken">
      <span
        className={`absolute inset-y-0 rounded-full ${color}`}
        style={{ insetInlineStart: `${start}%`, width: `${width}%`, minWidth: '3px' }}
      />
    </span>
  )
}

function useNow(isMoving: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isMoving])
  return now
}
