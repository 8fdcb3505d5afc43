import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { HubProblems } from '../access/hub-problems.tsx'
import { hubs } from '../access/messages.ts'
import { meQuery } from '../access/queries.ts'
import { overview } from './messages.ts'

const LINK = 'text-13 text-accent-text underline-offset-4 hover:underline'

export function HubTroubles({ hub }: { hub: string | undefined }) {
  const { data: me } = useSuspenseQuery({ ...meQuery, refetchInterval: 30_000 })
  const troubled = me.hubs.filter(
    ({ slug, problems }) => problems.length > 0 && (hub === undefined || slug === hub),
  )
  if (troubled.length === 0) return null
  return (
    <section aria-label={overview.troubles} className="flex flex-col gap-2">
      {troubled.map(({ slug, name, problems }) => (
        <HubProblems
          key={slug}
          problems={problems}
          title={hubs.problemsOf(name, problems.length)}
          actions={
            problems.some(({ file }) => /^(tasks|workflows)\//.test(file)) ? (
              <Link to="/workflows" search={{ hub: slug }} className={LINK}>
                {overview.toWork}
              </Link>
            ) : (
              <Link to="/hubs/$slug" params={{ slug }} className={LINK}>
                {overview.toHub}
              </Link>
            )
          }
        />
      ))}
    </section>
  )
}
