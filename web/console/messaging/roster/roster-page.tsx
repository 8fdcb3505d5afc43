import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ContactRound } from 'lucide-react'
import type { RosterPage as Roster } from '#features/messaging/roster/schema.ts'
import { CodeSample } from '../../../ui/code-sample.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { When } from '../../../ui/when.tsx'
import { HubFilter } from '../../access/hubs.tsx'
import { meQuery } from '../../access/queries.ts'
import { BackLink } from '../../kit/back-link.tsx'
import { TextFilter } from '../../kit/filters.tsx'
import { ListPage } from '../../kit/list.tsx'
import { usePageRange } from '../../kit/page-size.ts'
import { common } from '../../kit/messages.ts'
import { useTitleOf } from '../../kit/page.tsx'
import { Unreached } from '../../kit/unreached.tsx'
import { useShownHub } from '../queries.ts'
import { who } from './messages.ts'
import { rosterQuery } from './queries.ts'
import { RosterTable } from './roster-table.tsx'
import { Strangers } from './strangers.tsx'

const route = getRouteApi('/shell/who-is-who')

export function RosterPage() {
  const { hub: wanted, q, page = 1, show } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: me } = useSuspenseQuery(meQuery)
  const shown = useShownHub(wanted)
  const hub = shown.hub || ((shown.channels && me.hubs[0]?.slug) ?? '')
  const query = useQuery({
    ...rosterQuery({ hub, search: q, ...usePageRange(page) }),
    enabled: show === undefined,
  })
  const above = (
    <BackLink to="/messages" search={{ hub: wanted }}>
      {useTitleOf('/messages')}
    </BackLink>
  )
  const choice = (
    <Segmented
      label={who.show}
      value={show ?? 'roster'}
      options={[
        { value: 'roster', label: who.roster },
        { value: 'strangers', label: who.strangers },
      ]}
      onChange={(next) =>
        void navigate({ search: { hub: wanted, show: next === 'strangers' ? next : undefined } })
      }
    />
  )
  const hubs = (
    <HubFilter value={wanted} onChange={(next) => void navigate({ search: { show, hub: next } })} />
  )
  if (show === 'strangers')
    return (
      <Strangers
        hub={hub}
        page={page}
        above={above}
        filters={
          <>
            {choice}
            {hubs}
          </>
        }
      />
    )
  return (
    <ListPage
      above={above}
      lead={who.lead}
      query={{ ...query, error: query.error ?? shown.error }}
      filtered={q !== undefined}
      onClear={() => void navigate({ search: { hub: wanted } })}
      notices={
        <>
          <Unreached hubs={shown.unreachable} />
          <RosterNotice roster={query.data} />
        </>
      }
      filters={
        <>
          {choice}
          <TextFilter
            label={who.search}
            value={q}
            onChange={(next) =>
              void navigate({ search: (before) => ({ ...before, page: undefined, q: next }) })
            }
            className="md:w-64"
          />
          {hubs}
          <ReadFrom roster={query.data} />
        </>
      }
      empty={<NobodyNamed roster={query.data} />}
    >
      {({ items }) => <RosterTable hub={hub} items={items} stale={query.isPlaceholderData} />}
    </ListPage>
  )
}

function RosterNotice({ roster }: { roster: Roster | undefined }) {
  if (!roster || roster.problems.length === 0) return null
  return (
    <Notice kind="failure" title={who.problem}>
      <ul className="flex flex-col gap-1">
        {roster.problems.map(({ file, line, message }) => (
          <li key={`${file} ${line} ${message}`}>
            <code className="font-mono text-12">{file}</code>
            {line !== null && `, ${who.lineNumber(line)}`}: {message}
          </li>
        ))}
      </ul>
      <p className="mt-1.5">{who.problemText}</p>
    </Notice>
  )
}

const ReadFrom = ({ roster }: { roster: Roster | undefined }) =>
  roster?.file != null &&
  roster.read_at !== null && (
    <p className="text-12 text-faint md:ms-auto">
      {who.read} <code className="font-mono">{roster.file}</code> <When at={roster.read_at} />
    </p>
  )

function NobodyNamed({ roster }: { roster: Roster | undefined }) {
  if (!roster || roster.problems.length > 0) return null
  const hasFile = roster.file !== null
  return (
    <Empty icon={<ContactRound aria-hidden />} title={hasFile ? who.empty : who.none}>
      {hasFile ? `${who.from(roster.file!)} ${who.emptyText}` : who.noneText}
      <div className="mt-4 w-full max-w-[min(40rem,calc(100vw-5rem))] text-start">
        <CodeSample
          label={who.example}
          text={who.exampleLines}
          copyLabel={common.copy}
          copiedLabel={common.copied}
        />
      </div>
    </Empty>
  )
}
