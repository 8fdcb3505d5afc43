import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CircleCheck, CircleX, DoorOpen } from 'lucide-react'
import type { SignInRecord } from '#features/administration/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { DataTable } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { ChoiceFilter, choicesOf, TextFilter } from '../kit/filters.tsx'
import { ListPage } from '../kit/list.tsx'
import { usePageRange } from '../kit/page-size.ts'
import { usePageTitle } from '../kit/page.tsx'
import { SpanFilter } from '../kit/span-filter.tsx'
import { useSpan } from '../kit/span.ts'
import { signIns } from './messages.ts'
import { signInsQuery } from './queries.ts'

const route = getRouteApi('/shell/web-chat/sign-ins')

export function SignInsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { user, way, outcome, page = 1 } = search
  const filter = { user, way, outcome, ...useSpan(search) }
  const query = useQuery(signInsQuery({ ...filter, ...usePageRange(page) }))
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) })
  return (
    <ListPage
      lead={signIns.lead}
      filters={
        <>
          <TextFilter
            className="sm:w-64"
            label={signIns.byUser}
            value={user}
            onChange={(next) => set({ user: next })}
          />
          <ChoiceFilter
            label={signIns.outcome}
            value={outcome}
            choices={choicesOf(signIns.filters)}
            onChange={(next) => set({ outcome: next })}
          />
          <ChoiceFilter
            label={signIns.way}
            value={way}
            choices={choicesOf(signIns.ways)}
            onChange={(next) => set({ way: next })}
          />
          <SpanFilter search={search} onChange={set} />
        </>
      }
      query={query}
      filtered={Object.values(filter).some(Boolean)}
      empty={
        <Empty icon={<DoorOpen aria-hidden />} title={signIns.empty}>
          {signIns.emptyText}
        </Empty>
      }
    >
      {({ items }) => <SignInTable items={items} stale={query.isPlaceholderData} />}
    </ListPage>
  )
}

const SignInTable = ({ items, stale }: { items: readonly SignInRecord[]; stale: boolean }) => (
  <DataTable
    label={usePageTitle()}
    stale={stale}
    items={items}
    keyOf={({ id }) => id}
    columns={[
      { head: signIns.when, className: 'whitespace-nowrap text-muted', cell: ({ at }) => <When at={at} /> },
      {
        head: signIns.who,
        className: 'max-w-64 truncate @max-xl:w-full @max-xl:max-w-0',
        cell: ({ email }) => <Who email={email} />,
      },
      {
        head: signIns.outcome,
        className: 'max-w-96',
        cell: ({ outcome, detail }) => (
          <>
            <Outcome outcome={outcome} />
            {detail !== null && (
              <p className="mt-1 text-12 break-words whitespace-normal text-muted">{detail}</p>
            )}
          </>
        ),
      },
      {
        head: signIns.way,
        from: 'xl',
        className: 'text-muted',
        cell: ({ way, provider }) => (provider ? `${signIns.ways[way]} (${provider})` : signIns.ways[way]),
      },
      {
        head: signIns.from,
        from: '2xl',
        className: 'text-muted tabular-nums',
        cell: ({ network }) => network,
      },
      {
        head: signIns.device,
        from: '4xl',
        className: 'text-muted',
        cell: ({ program, system }) => [program, system].filter(Boolean).join(' · '),
      },
    ]}
  />
)

const Who = ({ email }: { email: string | null }) =>
  email === null ? (
    <span className="text-faint">{signIns.nobody}</span>
  ) : (
    <Link
      to="/people/$subject"
      params={{ subject: email }}
      className="font-medium underline-offset-4 hover:underline"
    >
      {email}
    </Link>
  )

const Outcome = ({ outcome }: { outcome: string }) => {
  const text = signIns.outcomes[outcome as keyof typeof signIns.outcomes] ?? outcome
  return outcome === 'signed_in' ? (
    <Badge tone="ok" icon={<CircleCheck aria-hidden />}>
      {text}
    </Badge>
  ) : (
    <Badge tone="danger" icon={<CircleX aria-hidden />}>
      {text}
    </Badge>
  )
}
