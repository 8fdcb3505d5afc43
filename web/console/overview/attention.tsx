import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import {
  BotOff,
  ChevronRight,
  CircleX,
  ClipboardCheck,
  PackageX,
  UserCheck,
  type LucideIcon,
} from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { AccessRequests, accessRequestsQuery } from '../access/access-requests.tsx'
import { useHubName } from '../access/hubs.tsx'
import { meQuery } from '../access/queries.ts'
import { overview } from './messages.ts'
import {
  failedRunsQuery,
  hubStatesQuery,
  inboxQuery,
  waitingChangesQuery,
  waitingPeopleQuery,
} from './queries.ts'

const { attention: texts } = overview

interface Matter {
  text: string
  icon: LucideIcon
  isWrong?: boolean
  to: Pick<LinkProps, 'to' | 'params' | 'search'>
}

export function Attention({ hub }: { hub: string | undefined }) {
  const matters = [...useWaiting(), ...useHubMatters(hub), ...useFailedRuns(hub), ...useQuarantined(hub)]
  const { data: asked } = useQuery(accessRequestsQuery(hub))
  const isAsked = (asked?.items.length ?? 0) > 0
  if (matters.length === 0 && !isAsked) return null
  return (
    <section aria-label={texts.label} className="flex flex-col gap-2">
      <h2 className="font-semibold">{texts.label}</h2>
      <AccessRequests hub={hub} />
      {matters.length > 0 && <Matters matters={matters} />}
    </section>
  )
}

const Matters = ({ matters }: { matters: readonly Matter[] }) => (
  <ul className="overflow-hidden rounded-l border border-line bg-raised">
    {matters.map(({ text, icon: Icon, isWrong, to }) => (
      <li key={text} className="border-b border-line last:border-b-0">
        <Link
          {...(to as { to: '/' })}
          className="flex min-h-11 animate-appear items-center gap-2.5 px-3 py-1.5 -outline-offset-2 hover:bg-hover"
        >
          <Icon aria-hidden className={cx('size-4 shrink-0', isWrong ? 'text-danger' : 'text-accent-text')} />
          <span className="min-w-0 flex-1 break-words">{text}</span>
          <ChevronRight aria-hidden className="size-4 shrink-0 text-faint rtl:-scale-x-100" />
        </Link>
      </li>
    ))}
  </ul>
)

function useWaiting(): Matter[] {
  const { data: me } = useQuery({ ...meQuery, enabled: false })
  const { data: changes } = useQuery(waitingChangesQuery)
  const { data: people } = useQuery({ ...waitingPeopleQuery, enabled: me?.is_organization_admin === true })
  const [asked, pending] = [changes?.total ?? 0, people?.total ?? 0]
  return [
    ...(asked > 0
      ? [
          {
            text: texts.changes(asked),
            icon: ClipboardCheck,
            to: { to: '/change-requests', search: { state: 'proposed' } },
          } as const,
        ]
      : []),
    ...(pending > 0
      ? [
          {
            text: texts.pending(pending),
            icon: UserCheck,
            to: { to: '/people', search: { status: 'pending' } },
          } as const,
        ]
      : []),
  ]
}

function useHubMatters(only: string | undefined): Matter[] {
  const hubName = useHubName()
  const { data } = useQuery(hubStatesQuery)
  return (data?.items ?? [])
    .filter(({ hub }) => only === undefined || hub === only)
    .flatMap(({ hub, serving, away }): Matter[] => {
      const name = hubName(hub)
      const to = { to: '/hubs/$slug', params: { slug: hub } } as const
      if (away?.state === 'broken')
        return [{ text: texts.broken(name, away.problem ?? ''), icon: BotOff, isWrong: true, to }]
      if (serving === null && away === null)
        return [{ text: texts.away(name), icon: BotOff, isWrong: true, to }]
      return []
    })
}

const DAY_MS = 86_400_000

function useFailedRuns(hub: string | undefined): Matter[] {
  const [since] = useState(() => new Date(Date.now() - DAY_MS).toISOString())
  const { data } = useQuery(failedRunsQuery(hub, since))
  const count = data?.total ?? 0
  if (count === 0) return []
  const search = { hub, status: 'failed', range: '24h' } as const
  return [{ text: texts.failedRuns(count), icon: CircleX, isWrong: true, to: { to: '/runs', search } }]
}

function useQuarantined(only: string | undefined): Matter[] {
  const hubName = useHubName()
  const { data } = useQuery(inboxQuery)
  const counts = new Map<string, number>()
  for (const {
    hub,
    counts: { quarantined },
  } of data?.items ?? [])
    if (only === undefined || hub === only) counts.set(hub, (counts.get(hub) ?? 0) + quarantined)
  return [...counts]
    .filter(([, count]) => count > 0)
    .map(([hub, count]) => ({
      text: texts.quarantined(count, hubName(hub)),
      icon: PackageX,
      isWrong: true,
      to: { to: '/inbox', search: { hub, state: 'quarantined' } },
    }))
}
