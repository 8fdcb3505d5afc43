import { shortTime } from '../../ui/time.ts'
import type { Agent } from '../api/agents.ts'
import { agents as texts } from './messages.ts'

type Away = NonNullable<Agent['away']>

export const awayText = ({ state, since }: Away): string =>
  state === 'starting' ? texts.starting : texts.awaySince(timeOf(since))

export function AwayNote({ name, away, console }: { name: string; away: Away; console: string }) {
  const { state, since } = away
  const isStarting = state === 'starting'
  return (
    <>
      {isStarting ? texts.startingNote(name) : texts.awayNote(name, timeOf(since))}{' '}
      {console && !isStarting && (
        <a
          href={`${console.replace(/\/$/, '')}/hubs`}
          rel="external"
          className="text-accent-text underline underline-offset-4"
        >
          {texts.whyAway}
        </a>
      )}
    </>
  )
}

const timeOf = (since: string): string => shortTime(Date.parse(since) / 1000)
