import { Link } from '@tanstack/react-router'
import type { PersonChange } from '#people/schema.ts'
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { useHubName } from '../hub-name.ts'
import { messages } from '../messages.ts'
import { PermissionName } from '../permission-name.tsx'

const { people, audit } = messages

export function PersonChanges({ changes, subject }: { changes: readonly PersonChange[]; subject: string }) {
  const hubName = useHubName()
  return (
    <section aria-labelledby="person-changes" className="flex flex-col gap-2">
      <header className="flex items-baseline justify-between gap-4">
        <h2 id="person-changes" className="text-16 font-semibold">
          {people.recentChanges}
        </h2>
        <Link
          to="/access-changes"
          search={{ user: subject }}
          className="text-13 text-accent-text underline-offset-4 hover:underline"
        >
          {people.allChanges}
        </Link>
      </header>
      {changes.length === 0 ? (
        <p className="text-13 text-muted">{people.noChanges}</p>
      ) : (
        <Table label={people.recentChanges}>
          <thead>
            <tr>
              <HeadCell>{audit.when}</HeadCell>
              <HeadCell>{audit.action}</HeadCell>
              <HeadCell>{audit.hub}</HeadCell>
              <HeadCell className="@max-xl:hidden">{audit.actor}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <Row key={change.id}>
                <Cell className="whitespace-nowrap text-muted">
                  <When at={change.at} />
                </Cell>
                <Cell>
                  {audit.actions[change.action as keyof typeof audit.actions] ?? change.action}
                  {change.permission && (
                    <span className="text-muted">
                      {' · '}
                      <PermissionName permission={change.permission} hub={change.hub} />
                    </span>
                  )}
                </Cell>
                <Cell className="text-muted">{hubName(change.hub)}</Cell>
                <Cell className="text-muted @max-xl:hidden">{change.actor}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  )
}
