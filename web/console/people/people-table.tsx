import { Link } from '@tanstack/react-router'
import { Ellipsis, Landmark } from 'lucide-react'
import type { Me } from '#access/schema.ts'
import type { HubAccess, PersonView } from '#people/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Cell, HeadCell, Row, rowLinkClass, Table } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { useHubName } from '../hub-name.ts'
import { messages } from '../messages.ts'
import { PersonStatus } from '../person-status.tsx'
import { usePersonActs } from './person-acts.tsx'

const { people, common } = messages

export interface PeopleTableProps {
  people: readonly PersonView[]
  me: Me
  stale: boolean
}

export function PeopleTable({ people: persons, me, stale }: PeopleTableProps) {
  const { menu, dialogs } = usePersonActs(me)
  const hubName = useHubName()
  return (
    <>
      <Table label={people.title} stale={stale}>
        <thead>
          <tr>
            <HeadCell>{people.person}</HeadCell>
            <HeadCell>{people.status}</HeadCell>
            <HeadCell className="@max-2xl:hidden">{people.role}</HeadCell>
            <HeadCell className="@max-4xl:hidden">{people.access}</HeadCell>
            <HeadCell number className="@max-xl:hidden">
              {people.lastActive}
            </HeadCell>
            <HeadCell className="w-10">
              <span className="sr-only">{common.acts}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {persons.map((person) => {
            const acts = menu(person)
            return (
              <Row key={person.subject}>
                <Cell className="max-w-80">
                  <Link
                    to="/people/$subject"
                    params={{ subject: person.subject }}
                    search={({ hub }) => (hub ? { hub } : {})}
                    className={`${rowLinkClass} block truncate`}
                  >
                    {nameOf(person)}
                  </Link>
                  {person.name && <span className="block truncate text-12 text-faint">{person.subject}</span>}
                </Cell>
                <Cell>
                  <PersonStatus status={person.status} />
                </Cell>
                <Cell className="text-muted @max-2xl:hidden">
                  <RoleText person={person} />
                </Cell>
                <Cell className="max-w-72 truncate text-muted @max-4xl:hidden">
                  {accessText(person.access, hubName)}
                </Cell>
                <Cell number className="text-muted @max-xl:hidden">
                  <span className="relative z-1">
                    {person.last_active_at ? <When at={person.last_active_at} /> : <None />}
                  </span>
                </Cell>
                <Cell className="text-end">
                  {acts && (
                    <span className="relative z-1">
                      <Menu
                        trigger={
                          <IconButton label={people.actsFor(nameOf(person))}>
                            <Ellipsis aria-hidden />
                          </IconButton>
                        }
                      >
                        {acts}
                      </Menu>
                    </span>
                  )}
                </Cell>
              </Row>
            )
          })}
        </tbody>
      </Table>
      {dialogs}
    </>
  )
}

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

/** The Hubs that somebody may use, by name. */
function accessText(access: readonly HubAccess[], hubName: (slug: string) => string): string {
  const names = access.filter(({ permissions }) => permissions.length > 0).map(({ hub }) => hubName(hub))
  return names.length === 0 ? people.noAccess : names.join(', ')
}
