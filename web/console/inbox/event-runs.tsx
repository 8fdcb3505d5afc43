import { Link } from '@tanstack/react-router'
import type { InboxEventDetail } from '#core/inbox/schema.ts'
import { DataTable, rowLinkClass } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { workflowName } from '../runs/run-facts.tsx'
import { RunStatusBadge } from '../runs/run-status.tsx'
import { inbox } from './messages.ts'

export function EventRuns({ event: { hub, runs } }: { event: Pick<InboxEventDetail, 'hub' | 'runs'> }) {
  if (runs.length === 0) return null
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h2 className="text-16 font-semibold">{inbox.runs}</h2>
      <DataTable
        label={inbox.runs}
        items={runs}
        keyOf={({ id }) => id}
        columns={[
          {
            head: inbox.runOf,
            className: 'w-full max-w-0 min-w-40 py-2',
            cell: ({ id, workflow, error }) => (
              <>
                <Link
                  to="/runs/$slug/$id"
                  params={{ slug: hub, id }}
                  title={id}
                  dir="auto"
                  className={`${rowLinkClass} block truncate`}
                >
                  {workflowName(workflow)}
                </Link>
                {error !== null && (
                  <p className="mt-0.5 line-clamp-3 text-12 break-words whitespace-normal text-danger">
                    {error}
                  </p>
                )}
              </>
            ),
          },
          { head: inbox.runStatus, cell: (run) => <RunStatusBadge run={run} /> },
          { head: inbox.runAttempt, number: true, from: 'xl', cell: ({ attempt }) => attempt },
          {
            head: inbox.runQueued,
            from: 'xl',
            className: 'whitespace-nowrap text-muted',
            cell: ({ queued_at }) => <When at={queued_at} />,
          },
        ]}
      />
    </div>
  )
}
