import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RunDetail } from '#features/work/runs/schema.ts'
import { duration, exactTime, mediumTime } from '../../ui/time.ts'
import { money } from '../kit/numbers.ts'
import { runs } from './messages.ts'
import { number } from '../../ui/language.ts'

const linkClass = 'text-accent-text underline-offset-4 hover:underline'

export function RunFacts({ run }: { run: RunDetail }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-13 sm:grid-cols-3 lg:grid-cols-5">
      <Fact name={runs.startedBy}>
        {runs.triggers[run.trigger]}
        {run.requested_by !== null && ` · ${run.requested_by}`}
      </Fact>
      <Fact name={runs.runsAs}>{run.run_as ?? runs.nobody}</Fact>
      <Fact name={run.started_at === null ? runs.queued : runs.started}>
        {timeOf(run.started_at ?? run.queued_at)}
      </Fact>
      {run.duration_ms !== null && <Took run={run} ms={run.duration_ms} />}
      {run.machine !== null && <Fact name={runs.machine}>{run.machine}</Fact>}
      {(run.hub_version ?? run.last_hub_version) !== null && (
        <Fact name={runs.hubVersion}>{runs.versions(run.hub_version, run.last_hub_version)}</Fact>
      )}
      {run.slot !== null && <Fact name={runs.slot}>{timeOf(run.slot)}</Fact>}
      {run.attempt !== null && run.attempt > 1 && run.attempts.length < 2 && (
        <Fact name={runs.attempt}>{run.attempt}</Fact>
      )}
      {run.attempts.length > 1 && <Attempts run={run} />}
      {run.repeats !== null && (
        <Fact name={runs.repeats}>
          <RunLink hub={run.hub} id={run.repeats} />
        </Fact>
      )}
      {run.repeated_by !== null && (
        <Fact name={runs.repeatedBy}>
          <RunLink hub={run.hub} id={run.repeated_by} />
        </Fact>
      )}
      {run.usage.turns > 0 && <Usage run={run} />}
      {run.events.length > 0 && <Events run={run} />}
      {Object.keys(run.inputs).length > 0 && (
        <Fact name={runs.inputs}>
          {Object.entries(run.inputs).map(([name, value]) => (
            <span key={name} className="block font-mono text-12 break-all">
              {name} = {typeof value === 'string' ? value : JSON.stringify(value)}
            </span>
          ))}
        </Fact>
      )}
      <Fact name={runs.runId} className="col-span-2">
        <span className="font-mono text-12 break-all text-muted">{run.id}</span>
      </Fact>
    </dl>
  )
}

function Took({ run: { id, hub, steps }, ms }: { run: RunDetail; ms: number }) {
  return (
    <Fact name={runs.took}>
      {duration(ms)}
      {steps.length > 0 && (
        <Link to="/traces" search={{ hub, run: id }} className={`${linkClass} block`}>
          {runs.trace}
        </Link>
      )}
    </Fact>
  )
}

function Usage({ run: { usage } }: { run: RunDetail }) {
  const { cost_usd, unpriced_turns, turns, input_tokens, output_tokens } = usage
  return (
    <>
      <Fact name={runs.tokens}>
        <span className="tabular-nums">{runs.tokensText(input_tokens, output_tokens)}</span>
      </Fact>
      {turns > unpriced_turns && (
        <Fact name={runs.cost}>
          <span className="tabular-nums">{money(cost_usd)}</span>
          {unpriced_turns > 0 && (
            <span className="block text-12 text-faint">{runs.unpriced(unpriced_turns)}</span>
          )}
        </Fact>
      )}
    </>
  )
}

const Attempts = ({ run: { hub, id, attempts } }: { run: RunDetail }) => (
  <Fact name={runs.attemptsOfEvents}>
    {attempts.map((one) => (
      <Link
        key={one.id}
        to="/runs/$slug/$id"
        params={{ slug: hub, id: one.id }}
        aria-current={one.id === id ? 'page' : undefined}
        className={`${one.id === id ? 'font-medium' : linkClass} block`}
      >
        {one.attempt} · {runs.statuses[one.status]}
      </Link>
    ))}
  </Fact>
)

const RunLink = ({ hub, id }: { hub: string; id: string }) => (
  <Link
    to="/runs/$slug/$id"
    params={{ slug: hub, id }}
    className={`${linkClass} font-mono text-12 break-all`}
  >
    {id}
  </Link>
)

const EVENTS_SHOWN = 5

function Events({ run: { hub, events } }: { run: RunDetail }) {
  return (
    <Fact name={`${runs.events} (${number(events.length)})`} className="col-span-2">
      {events.slice(0, EVENTS_SHOWN).map((event) => (
        <Link
          key={event}
          to="/inbox/$event"
          params={{ event }}
          search={{ hub }}
          className={`${linkClass} block truncate font-mono text-12`}
        >
          {event}
        </Link>
      ))}
      {events.length > EVENTS_SHOWN && '…'}
    </Fact>
  )
}

const Fact = ({ name, className, children }: { name: string; className?: string; children: ReactNode }) => (
  <div className={`min-w-0 ${className ?? ''}`}>
    <dt className="text-12 text-faint">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
)

const timeOf = (at: string): ReactNode => (
  <time dateTime={at} title={exactTime(Date.parse(at) / 1000)}>
    {mediumTime(at)}
  </time>
)

export const workflowName = (id: string): string => id.replace(/^md:/, '')
