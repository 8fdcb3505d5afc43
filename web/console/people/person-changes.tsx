import { Link } from '@tanstack/react-router'
import type { PersonChange } from '#features/people/schema.ts'
import { DataTable } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { useHubName } from '../access/hubs.tsx'
import { audit } from '../audit/messages.ts'
import { people } from './messages.ts'
import { PermissionName } from '../access/permissions.tsx'

export function PersonChanges({ changes, subject }: { changes: readonly PersonChange[]; subject: string }) {
  const hubName = useHubName()
  return (
    <div className="flex flex-col gap-2">
      <header className="flex items-baseline justify-between gap-4">
        <h2 className="text-16 font-semibold">{people.recentChanges}</h2>
        <Link
          to="/access-changes"
          search={{ user: subject }}
          className="text-13 text-accent-text underline-offset-4 hover:underline"
        >
          {people.allChanges}
        </Link>
      </header>
      {changes.length === 0 ? (
        <p className="rounded-l border border-line bg-raised px-4 py-3 text-13 text-muted">
          {people.noChanges}
        </p>
      ) : (
        <DataTable
          label={people.recentChanges}
          items={changes}
          keyOf={({ id }) => id}
          columns={[
            {
              head: audit.when,
              className: 'whitespace-nowrap text-muted',
              cell: ({ at }) => <When at={at} />,
            },
            { head: audit.action, cell: (change) => <ChangeText change={change} /> },
            { head: audit.hub, className: 'text-muted', cell: ({ hub }) => hubName(hub) },
            { head: audit.actor, from: 'xl', className: 'text-muted', cell: ({ actor }) => actor },
          ]}
        />
      )}
    </div>
  )
}

const ChangeText = ({ change: { action, permission, hub } }: { change: PersonChange }) => (
  <>
    {audit.actions[action as keyof typeof audit.actions] ?? action}
    {permission && (
      <span className="text-muted">
        {' · '}
        <PermissionName permission={permission} hub={hub} />
      </span>
    )}
  </>
)
