import { useQuery } from '@tanstack/react-query'
import { Cable, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ConnectOffer, ToolActivity } from '#ground/turn/schema.ts'
import type { JourneyStatus } from '#features/connections/schema.ts'
import { readJourneyStatus } from '../api/connections.ts'
import { connections as texts } from './messages.ts'

const POLL_MS = 4000

export function ConnectCards({ tools }: { tools: readonly ToolActivity[] }) {
  const wanted = new Map<string, ConnectOffer>()
  for (const { connect } of tools) if (connect) wanted.set(connect.provider, connect)
  if (wanted.size === 0) return null
  return (
    <ul aria-label={texts.cards} className="flex flex-col gap-2">
      {[...wanted.values()].map((connect) => (
        <li key={connect.provider} className="min-w-0">
          <ConnectCard connect={connect} />
        </li>
      ))}
    </ul>
  )
}

function ConnectCard({ connect: { name, journey } }: { connect: ConnectOffer }) {
  const { data, isError } = useQuery({
    queryKey: ['journey', journey],
    queryFn: ({ signal }) => readJourneyStatus(journey, signal),
    refetchInterval: ({ state: { data: known } }) => (known && isOver(known) ? false : POLL_MS),
    refetchOnWindowFocus: true,
    retry: false,
  })
  const state = data?.state ?? (isError ? 'expired' : 'waiting')
  const isDone = state === 'connected'
  const missing = data?.missing_scopes ?? []
  const title = isDone ? texts.connected(name) : data?.kept ? texts.kept(name) : texts.title(name)
  return (
    <div className="flex max-w-xl items-center gap-3 rounded-l border border-line bg-raised p-3 shadow-1 max-sm:flex-wrap">
      <span
        aria-hidden
        className="flex size-9 shrink-0 items-center justify-center rounded-m bg-accent-soft text-accent-text"
      >
        {missing.length > 0 ? (
          <TriangleAlert className="size-5 text-warn" />
        ) : isDone ? (
          <CircleCheck className="size-5 text-ok" />
        ) : (
          <Cable className="size-5" />
        )}
      </span>
      <span role="status" className="min-w-0 flex-1">
        <span className="block truncate text-14 font-medium" title={name}>
          {title}
        </span>
        <span className="block text-12 break-words text-muted">
          {missing.length > 0 ? texts.withheld(name, missing.join(' ')) : texts.states[state]}
        </span>
      </span>
      {(state === 'waiting' || state === 'started') && (
        <a
          href={`/portal/connect/${encodeURIComponent(journey)}`}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-hit shrink-0 items-center justify-center rounded-m bg-accent px-3 py-1 text-14 font-medium text-on-accent hover:bg-accent-hover max-sm:w-full"
        >
          {texts.connect}
          <span className="sr-only">{texts.newTab(name)}</span>
        </a>
      )}
    </div>
  )
}

const isOver = ({ state }: JourneyStatus): boolean => state !== 'waiting' && state !== 'started'
