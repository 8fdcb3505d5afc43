import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CircleCheck, Ellipsis, UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PersonView } from '#features/people/schema.ts'
import { cx } from '../../ui/cx.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { When } from '../../ui/when.tsx'
import { hasCode } from '../kit/api.ts'
import { BackLink } from '../kit/back-link.tsx'
import { ListFailure } from '../kit/list.tsx'
import { people } from './messages.ts'
import { PageFrame, useTitleOf } from '../kit/page.tsx'
import { Belongings, PersonBudgets } from './belongings.tsx'
import { PersonStatus } from './person-status.tsx'
import { meQuery } from '../access/queries.ts'
import { nameOf, RoleText } from './people-table.tsx'
import { usePersonActs } from './person-acts.tsx'
import { PersonAccess } from './person-access.tsx'
import { PersonChanges } from './person-changes.tsx'
import { personQuery } from './queries.ts'
import { UnfinishedNotices } from './unfinished-notice.tsx'

const route = getRouteApi('/shell/people/$subject')

export function PersonPage() {
  const { subject } = route.useParams()
  const navigate = route.useNavigate()
  const { data: me } = useSuspenseQuery(meQuery)
  const query = useQuery(personQuery(subject))
  const { menu, dialogs, approve } = usePersonActs(me, () => void navigate({ to: '/people' }))
  const person = query.data?.person
  const acts = person && menu(person)
  return (
    <PageFrame
      title={person ? nameOf(person) : subject}
      above={<BackToPeople />}
      acts={
        <>
          {person?.status === 'pending' && approve && (
            <Button look="primary" icon={<CircleCheck aria-hidden />} onClick={() => approve(person)}>
              {people.approveAsk}
            </Button>
          )}
          {acts && (
            <Menu trigger={<Button icon={<Ellipsis aria-hidden />}>{people.acts}</Button>}>{acts}</Menu>
          )}
        </>
      }
    >
      {hasCode(query.error, 'not_found') ? (
        <Empty icon={<UserX aria-hidden />} title={people.missing}>
          {people.missingText}
        </Empty>
      ) : query.error && !query.data ? (
        <ListFailure error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <>
          <UnfinishedNotices subject={subject} />
          <AccountFacts person={query.data.person} />
          <PersonAccess person={query.data.person} me={me} />
          {query.data.person.kind === 'person' && (
            <div className="grid gap-4 grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))]">
              <PersonBudgets subject={query.data.person.subject} />
              {me.is_organization_admin && <Belongings subject={query.data.person.subject} />}
            </div>
          )}
          <PersonChanges changes={query.data.recent_changes} subject={subject} />
        </>
      ) : (
        <PersonSkeleton />
      )}
      {dialogs}
    </PageFrame>
  )
}

const BackToPeople = () => (
  <BackLink to="/people" search={({ hub }) => (hub ? { hub } : {})}>
    {useTitleOf('/people')}
  </BackLink>
)

function AccountFacts({ person }: { person: PersonView }) {
  const none = <span className="text-faint">{people.unknownValue}</span>
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 rounded-l border border-line bg-raised p-4 sm:grid-cols-3 lg:grid-cols-[1.7fr_1fr_1fr_1fr_1fr_1fr]">
      <Fact className="max-sm:col-span-2" label={person.kind === 'person' ? people.email : people.subject}>
        <span className="break-all">{person.subject}</span>
      </Fact>
      <Fact label={people.status}>
        <PersonStatus status={person.status} />
      </Fact>
      <Fact label={people.role}>
        <RoleText person={person} />
        {person.is_primary && <span className="block text-12 text-faint">{people.primary}</span>}
      </Fact>
      <Fact label={people.signIn}>{person.sign_in ? people.signIns[person.sign_in] : none}</Fact>
      <Fact label={people.createdAt}>{person.created_at ? <When at={person.created_at} /> : none}</Fact>
      <Fact label={people.lastActive}>
        {person.last_active_at ? <When at={person.last_active_at} /> : none}
      </Fact>
    </dl>
  )
}

const Fact = (props: { label: string; className?: string; children: ReactNode }) => (
  <div className={cx('min-w-0', props.className)}>
    <dt className="mb-1 text-12 text-faint">{props.label}</dt>
    <dd className="text-14">{props.children}</dd>
  </div>
)

const PersonSkeleton = () => (
  <div className="flex flex-col gap-4">
    <Skeleton className="h-20 w-full rounded-l" />
    <Skeleton className="h-48 w-full rounded-l" />
  </div>
)
