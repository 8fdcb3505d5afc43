import { Link } from '@tanstack/react-router'
import { KeySquare, Landmark, UsersRound } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Me } from '#core/access/schema.ts'
import type { HubAccess, PersonView } from '#features/people/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx'
import { ORGANIZATION, useHubName } from '../access/hubs.tsx'
import { why } from '../access/messages.ts'
import { people } from './messages.ts'
import { permissionLabel } from '../access/permissions.tsx'
import { catalogQuery } from '../access/queries.ts'
import { untilText } from '../access/until.tsx'
import { AccessReason } from '../access/why.tsx'
import { SameAccessDialog } from './same-access-dialog.tsx'

export function PersonAccess({ person, me }: { person: PersonView; me: Me }) {
  const [copying, setCopying] = useState(false)
  const rows = [
    ...person.access,
    ...me.hubs
      .filter(({ slug }) => !person.access.some(({ hub }) => hub === slug))
      .map(({ slug }): HubAccess => ({ hub: slug, permissions: [] })),
  ]
  return (
    <section aria-labelledby="person-access" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="person-access" className="text-16 font-semibold">
          {people.access}
        </h2>
        {person.status !== 'blocked' && (
          <Button icon={<UsersRound aria-hidden />} onClick={() => setCopying(true)}>
            {people.sameAs}
          </Button>
        )}
      </div>
      {copying && <SameAccessDialog person={person} me={me} onClose={() => setCopying(false)} />}
      <Table label={people.accessOf(person.name ?? person.subject)}>
        <thead>
          <tr>
            <HeadCell>{people.hub}</HeadCell>
            <HeadCell>{people.effective}</HeadCell>
            <HeadCell className="w-10">
              <span className="sr-only">{people.change}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map((access) => (
            <AccessRow key={access.hub} access={access} subject={person.subject} />
          ))}
        </tbody>
      </Table>
    </section>
  )
}

function AccessRow({ access, subject }: { access: HubAccess; subject: string }) {
  const { data: catalog } = useQuery(catalogQuery(access.hub))
  const isOrganization = access.hub === ORGANIZATION
  const name = useHubName()(access.hub)
  return (
    <Row>
      <Cell className="font-medium">{name}</Cell>
      <Cell>
        {access.permissions.length === 0 && (
          <span className="inline-flex items-center gap-1 text-muted">
            {people.noAccess}
            <AccessReason question={{ subject, hub: access.hub, permission: 'use_hub' }} about={name} />
          </span>
        )}
        <ul className="flex flex-wrap gap-x-3 gap-y-1">
          {access.permissions.map(({ permission, via, expires_at }) => {
            const label = permissionLabel(permission, catalog)
            return (
              <li key={permission} className="inline-flex items-center">
                <Badge tone={via === 'direct' ? 'accent' : 'neutral'} icon={VIA_ICONS[via]}>
                  {[label, via !== 'direct' && why.vias[via], untilText(expires_at)]
                    .filter(Boolean)
                    .join(' · ')}
                </Badge>
                <AccessReason question={{ subject, hub: access.hub, permission }} about={label} />
              </li>
            )
          })}
        </ul>
      </Cell>
      <Cell className="text-end">
        {isOrganization ? (
          <Link to="/organization" search={{ q: subject }} className={LINK}>
            {people.change}
          </Link>
        ) : (
          <Link
            to="/hubs/$slug/access"
            params={{ slug: access.hub }}
            search={{ q: subject }}
            className={LINK}
          >
            {people.change}
          </Link>
        )}
      </Cell>
    </Row>
  )
}

const LINK = 'rounded-s text-13 font-medium text-accent-text underline-offset-4 hover:underline'

const VIA_ICONS = {
  direct: <KeySquare aria-hidden />,
  organization: <Landmark aria-hidden />,
  everyone: <UsersRound aria-hidden />,
}
