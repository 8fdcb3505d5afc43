import type { Workflow } from '#features/work/runs/schema.ts'
import { Popover } from '../../ui/popover.tsx'
import { locale } from '../../ui/language.ts'
import { relativeTime } from '../../ui/time.ts'
import { workflows } from './messages.ts'

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone

export function NextRuns({ workflow: { name, next_runs, timezone } }: { workflow: Workflow }) {
  const [next] = next_runs
  if (next === undefined) return <span className="text-faint">{workflows.noNext}</span>
  const isElsewhere = timezone !== null && timezone !== HERE
  return (
    <Popover
      label={`${workflows.nextTitle}: ${name}`}
      trigger={
        <button
          type="button"
          className="min-h-hit rounded-s underline decoration-line-strong decoration-dotted underline-offset-4 hover:text-accent-text"
        >
          {relativeTime(Date.parse(next) / 1000)}
        </button>
      }
    >
      <p className="font-medium">{workflows.nextTitle}</p>
      {isElsewhere && <p className="text-12 text-faint">{workflows.zone(timezone)}</p>}
      <ol className="mt-2 flex flex-col gap-1.5 text-13 tabular-nums">
        {next_runs.map((at) => (
          <li key={at} className="flex flex-col">
            <time dateTime={at}>{timeIn(at, isElsewhere ? timezone : undefined)}</time>
            {isElsewhere && <span className="text-12 text-faint">{timeIn(at, undefined)}</span>}
          </li>
        ))}
      </ol>
    </Popover>
  )
}

export const timeIn = (at: string, timeZone: string | undefined): string =>
  new Date(at).toLocaleString(locale(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })
