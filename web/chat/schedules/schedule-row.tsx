import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Pause, Pencil, Play, SendHorizontal, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { ScheduleView } from '#chatapp/schedules/schema.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { errorText } from '../api/client.ts'
import { scheduleResultsQuery, type ScheduleAct } from '../api/schedules.ts'
import { scheduleTexts as texts } from './messages.ts'
import { ResultLine } from './result-line.tsx'
import { nextText, timesText } from './words.ts'

export interface ScheduleRowProps {
  schedule: ScheduleView
  agent: string
  busy: boolean
  onAct(act: ScheduleAct): void
  onEdit(): void
  onRemove(): void
}

export function ScheduleRow({ schedule, agent, busy, onAct, onEdit, onRemove }: ScheduleRowProps) {
  const { id, title, prompt, paused, last } = schedule
  const [isOpen, setOpen] = useState(false)
  const results = useId()
  const isAnswering = last?.state === 'waiting' || last?.state === 'running'
  return (
    <li className="flex flex-col gap-2 rounded-l border border-line bg-raised px-4 py-3">
      <div className="flex items-start gap-2">
        <h2 dir="auto" className="line-clamp-2 min-w-0 flex-1 text-14 font-medium break-words">
          {title}
        </h2>
        <div className="-me-2 -mt-1 flex shrink-0">
          <IconButton label={texts.run(title)} disabled={busy || isAnswering} onClick={() => onAct('run')}>
            <SendHorizontal aria-hidden className="rtl:-scale-x-100" />
          </IconButton>
          {paused ? (
            <IconButton label={texts.resume(title)} disabled={busy} onClick={() => onAct('resume')}>
              <Play aria-hidden />
            </IconButton>
          ) : (
            <IconButton label={texts.pause(title)} disabled={busy} onClick={() => onAct('pause')}>
              <Pause aria-hidden />
            </IconButton>
          )}
          <IconButton label={texts.edit(title)} onClick={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton label={texts.remove(title)} onClick={onRemove}>
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      </div>
      <p className="-mt-1 text-13 text-muted">
        {timesText(schedule)} · <bdi>{agent}</bdi>
      </p>
      {prompt !== title && (
        <p dir="auto" className="line-clamp-2 text-13 break-words">
          {prompt}
        </p>
      )}
      <p className={cx('text-13', paused ? 'text-warn' : 'text-muted')}>{nextText(schedule)}</p>
      <div id={results}>
        {isOpen ? (
          <Results id={id} title={title} />
        ) : last ? (
          <ResultLine result={last} title={title} />
        ) : (
          <p className="text-13 text-faint">{texts.never}</p>
        )}
      </div>
      {last && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={results}
          onClick={() => setOpen(!isOpen)}
          className="-mx-2 flex min-h-hit items-center gap-1 self-start rounded-m px-2 text-13 text-muted hover:bg-hover"
        >
          {texts.results}
          <ChevronDown aria-hidden className={cx('size-4 transition-transform', isOpen && 'rotate-180')} />
        </button>
      )}
    </li>
  )
}

function Results({ id, title }: { id: string; title: string }) {
  const { data, error } = useQuery(scheduleResultsQuery(id))
  if (error) return <p className="text-13 text-danger">{errorText(error)}</p>
  if (!data) return <Skeleton className="h-16" />
  return (
    <ul className="flex flex-col gap-2 border-t border-line pt-2">
      {data.map((result) => (
        <li key={result.id}>
          <ResultLine result={result} title={title} />
        </li>
      ))}
    </ul>
  )
}
