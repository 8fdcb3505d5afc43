import { Link } from '@tanstack/react-router'
import { Ellipsis, Landmark } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Me } from '#core/access/schema.ts'
import type { HubAccess, PersonView } from '#features/people/schema.ts'
import { listed } from '../../ui/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { AboveRow, DataTable, rowLinkClass, type TableOrder } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { useHubName } from '../access/hubs.tsx'
import { common } from '../kit/messages.ts'
import { usePageTitle } from '../kit/page.tsx'
import { people } from './messages.ts'
import { PersonStatus } from './person-status.tsx'
import { usePersonActs } from './person-acts.tsx'

export interface PeopleTableProps {
  people: readonly PersonView[]
  me: Me
  order: TableOrder
  stale: boolean
  allWait: boolean
}

export function PeopleTable({ people: persons, me, order, stale, allWait }: PeopleTableProps) {
  const { menu, dialogs, approve } = usePersonActs(me)
  const hubName = useHubName()
  return (
    <>
      <DataTable
        label={usePageTitle()}
        stale={stale}
        order={order}
        items={persons}
        keyOf={({ subject }) => subject}
        columns={[
          {
            head: people.person,
            sort: 'name',
            className: 'w-full max-w-0 @xl:min-w-40',
            cell: (person) => <PersonLink person={person} />,
          },
          {
            head: people.status,
            cell: (person) => (
              <span className="inline-flex items-center gap-2 @max-xl:flex-col @max-xl:items-start @max-xl:gap-0">
                <PersonStatus status={person.status} />
                {approve && allWait && person.status === 'pending' && (
                  <AboveRow>
                    <Button look="link" onClick={() => approve(person)}>
                      {people.approveAsk}
                    </Button>
                  </AboveRow>
                )}
              </span>
            ),
          },
          {
            head: people.role,
            from: '2xl',
            className: 'text-muted',
            cell: (person) => <RoleText person={person} />,
          },
          {
            head: people.access,
            from: '2xl',
            className: 'max-w-32 truncate text-muted @4xl:max-w-48',
            cell: ({ access }) => accessText(access, hubName),
          },
          {
            head: people.created,
            sort: 'created',
            from: '5xl',
            number: true,
            className: 'text-muted',
            cell: ({ created_at: at }) => <AboveRow>{at ? <When at={at} /> : <None />}</AboveRow>,
          },
          {
            head: people.lastActive,
            sort: 'last_active',
            from: '4xl',
            number: true,
            className: 'text-muted',
            cell: ({ last_active_at: at }) => <AboveRow>{at ? <When at={at} /> : <None />}</AboveRow>,
          },
          {
            head: common.acts,
            quiet: true,
            className: 'w-14 ps-0 text-end',
            cell: (person) => <RowMenu name={nameOf(person)}>{menu(person)}</RowMenu>,
          },
        ]}
      />
      {dialogs}
    </>
  )
}

const PersonLink = ({ person }: { person: PersonView }) => (
  <>
    <Link
      to="/people/$subject"
      params={{ subject: person.subject }}
      search={({ hub }) => (hub ? { hub } : {})}
      dir="auto"
      className={`${rowLinkClass} block truncate`}
    >
      {nameOf(person)}
    </Link>
    {person.name && (
      <span dir="auto" className="block truncate text-12 text-faint">
        {person.subject}
      </span>
    )}
  </>
)

const RowMenu = ({ name, children }: { name: string; children: ReactNode }) =>
  children && (
    <AboveRow>
      <Menu
        trigger={
          <IconButton label={people.actsFor(name)}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        {children}
      </Menu>
    </AboveRow>
  )

export const nameOf = ({ name, subject }: PersonView): string => name ?? subject

export function RoleText({ person }: { person: PersonView }) {
  if (person.is_organization_admin)
    return (
      <Badge tone="accent" icon={<Landmark aria-hidden />}>
        {people.organizationAdmin}
      </Badge>
    )
  if (person.kind === 'service') return people.service
  return person.role ? people.roles[person.role] : <None />
}

const None = () => (
  <>
    <span aria-hidden>–</span>
    <span className="sr-only">{common.none}</span>
  </>
)

function accessText(access: readonly HubAccess[], hubName: (slug: string) => string): string {
  const names = access.filter(({ permissions }) => permissions.length > 0).map(({ hub }) => hubName(hub))
  return names.length === 0 ? people.noAccess : listed(names)
}
