import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bot, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ClosedHub } from '#ground/hub/about/schema.ts'
import { RequestAccess } from '../access/request-access.tsx'
import { closedTexts as texts } from '../access/closed-messages.ts'
import { agents } from './messages.ts'
import { agentsQuery, type Agent } from '../api/agents.ts'
import { closedQuery } from './queries.ts'

const POLL_INTERVAL_MS = 5000

export interface ClosedAgentProps {
  wanted: string | undefined
  other: Agent | undefined
  administrator: boolean
  console: string
}

export function ClosedAgent({ wanted, other, administrator, console: address }: ClosedAgentProps) {
  useQuery({ ...agentsQuery, refetchInterval: POLL_INTERVAL_MS })
  const closed = useQuery(closedQuery)
  if (closed.isPending) return null
  const console = address.replace(/\/$/, '')
  const managed = (closed.data ?? []).filter(({ id }) => wanted === undefined || id === wanted)
  return (
    <div className="mx-auto flex min-h-full max-w-md animate-appear flex-col items-center justify-center gap-6 px-4 py-8 text-center">
      {managed.length === 1 ? (
        <>
          <Managed hub={managed[0]!} console={console} />
          {!managed[0]!.can_grant && <RequestAccess id={managed[0]!.id} />}
        </>
      ) : managed.length > 1 ? (
        <ManagedSome hubs={managed} console={console} />
      ) : wanted === undefined ? (
        <Card icon={<Bot aria-hidden />} title={agents.noneTitle}>
          {administrator ? agents.noneTextAdmin : agents.noneText}
        </Card>
      ) : (
        <>
          <Card icon={<Lock aria-hidden />} title={texts.title}>
            {texts.text}
          </Card>
          <RequestAccess id={wanted} />
        </>
      )}
      {other && (
        <Link
          to="/"
          search={{ agent: other.id }}
          className="inline-flex min-h-hit max-w-full items-center rounded-m border border-line bg-raised px-3 text-14 font-medium shadow-1 hover:bg-hover"
        >
          <span className="truncate">{texts.other(other.name)}</span>
        </Link>
      )}
    </div>
  )
}

const Managed = ({
  hub: { id, name, can_grant: canGrant },
  console,
}: {
  hub: ClosedHub
  console: string
}) => (
  <Card icon={<Lock aria-hidden />} title={texts.managedTitle(name)}>
    {texts.managedText} {canGrant ? texts.canGrant : texts.askGranter}
    {console && (
      <p className="mt-2">
        <ConsoleLink to={`${console}/hubs/${encodeURIComponent(id)}`}>{texts.openAccess(name)}</ConsoleLink>
      </p>
    )}
  </Card>
)

const SHOWN_HUBS = 8

const ManagedSome = ({ hubs, console }: { hubs: readonly ClosedHub[]; console: string }) => (
  <Card icon={<Lock aria-hidden />} title={texts.managedSomeTitle}>
    {texts.managedSomeText} {hubs.every((hub) => hub.can_grant) ? texts.canGrant : texts.askGranter}
    <ul className="mt-3 flex flex-col gap-1">
      {hubs.slice(0, SHOWN_HUBS).map(({ id, name }) => (
        <li key={id} className="break-words">
          {console ? (
            <ConsoleLink to={`${console}/hubs/${encodeURIComponent(id)}`}>
              <bdi>{name}</bdi>
            </ConsoleLink>
          ) : (
            <bdi>{name}</bdi>
          )}
        </li>
      ))}
      {hubs.length > SHOWN_HUBS && console && (
        <li>
          <ConsoleLink to={`${console}/hubs`}>{texts.allManaged(hubs.length)}</ConsoleLink>
        </li>
      )}
    </ul>
  </Card>
)

const ConsoleLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a href={to} rel="external" className="text-accent-text underline underline-offset-4">
    {children}
  </a>
)

const Card = ({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) => (
  <section className="flex flex-col items-center gap-2 [&_svg]:size-8 [&_svg]:text-faint">
    {icon}
    <h1 className="text-20 font-semibold text-balance break-words">{title}</h1>
    <div className="text-14 text-muted">{children}</div>
  </section>
)
