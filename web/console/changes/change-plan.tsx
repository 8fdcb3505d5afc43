import { useQueries } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import type { ChangeRequestView } from '#features/changes/schema.ts'
import { When } from '../../ui/when.tsx'
import { DiffLines } from '../access/diff-lines.tsx'
import { useHubName } from '../access/hubs.tsx'
import { changes } from './messages.ts'
import { people } from '../people/messages.ts'
import { catalogQuery } from '../access/queries.ts'
import { ToolCallPlan } from './tool-call.tsx'

export function ChangePlan({ change }: { change: ChangeRequestView }) {
  const hubName = useHubName()
  const slugs = [...new Set(change.diff.map(({ hub }) => hub))]
  const catalogs = useQueries({ queries: slugs.map((slug) => catalogQuery(slug)) })
  const catalogOf = (hub: string) => catalogs[slugs.indexOf(hub)]?.data
  const accounts = change.operations.filter((operation) => operation.action === 'create_account')
  return (
    <section
      aria-labelledby="plan"
      className="flex flex-col gap-3 rounded-l border border-line bg-raised p-4"
    >
      <h2 id="plan" className="text-16 font-semibold">
        {changes.plan}
      </h2>
      {accounts.map((account) => (
        <div key={account.email} className="flex items-start gap-2">
          <UserPlus aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
          <p className="min-w-0 break-words">
            {changes.createsAccount(account.name, account.email)}
            <span className="block text-13 text-muted">{people.signIns[account.sign_in]}</span>
          </p>
        </div>
      ))}
      <ToolCallPlan change={change} />
      <ul className="flex flex-col gap-3 empty:hidden">
        {change.diff.map(({ subject, hub, before, after, ends }) => (
          <li key={`${subject} ${hub}`}>
            <p className="font-medium break-words">
              {subject} <span className="font-normal text-muted">{changes.on(hubName(hub))}</span>
            </p>
            <DiffLines before={before} after={after} ends={ends} catalog={catalogOf(hub)} />
          </li>
        ))}
      </ul>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t border-line pt-3 text-13 [&_dt]:text-faint">
        <dt>{changes.proposer}</dt>
        <dd className="break-words">
          {change.proposer} · <When at={change.created_at} />
        </dd>
        {change.state === 'proposed' && (
          <>
            <dt>{changes.expires}</dt>
            <dd>
              <When at={change.expires_at} />
            </dd>
          </>
        )}
        {change.decided_at && (change.state === 'confirmed' || change.state === 'rejected') && (
          <>
            <dt>{changes.decided}</dt>
            <dd>
              <When at={change.decided_at} />
            </dd>
          </>
        )}
        <dt>{changes.revision}</dt>
        <dd className="tabular-nums">{change.policy_revision}</dd>
        <dt>{changes.hash}</dt>
        <dd className="font-mono text-12 break-all">{change.plan_hash}</dd>
      </dl>
    </section>
  )
}
