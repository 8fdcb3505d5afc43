import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { listed } from '../../ui/language.ts'
import { When } from '../../ui/when.tsx'
import { useHubName } from '../access/hubs.tsx'
import { BudgetState } from '../budgets/budget-state.tsx'
import { amountText } from '../budgets/amount.ts'
import { people } from './messages.ts'
import { belongingsQuery, personBudgetsQuery } from './queries.ts'

interface OfPersonProps {
  subject: string
}

/** Groups and keys are for organization administrators. Nothing of a key's secret is shown. */
export function Belongings({ subject }: OfPersonProps) {
  const { data, error } = useQuery(belongingsQuery(subject))
  const hubName = useHubName()
  if (error && !data) return <p className="text-13 text-danger">{error.message}</p>
  return (
    <>
      <Card title={people.groups} isEmpty={data?.groups.length === 0} empty={people.noGroups}>
        {data?.groups.map(({ id, name }) => (
          <li key={id} className="px-4 py-2">
            <Link to="/web-chat/groups/$group" params={{ group: id }} className={LINK}>
              {name}
            </Link>
          </li>
        ))}
      </Card>
      <Card
        title={people.keys}
        isEmpty={data !== undefined && !data.keys?.length}
        empty={data?.keys === null ? people.keysElsewhere : people.noKeys}
      >
        {data?.keys?.map(({ name, hubs, created_at, last_used_at, expires_at }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- names of keys may be equal
          <li key={`${name} ${created_at} ${index}`} className="px-4 py-2">
            <span className="font-medium">{name}</span>
            <span className="block text-12 text-muted">
              {hubs === null ? people.keyAll : listed(hubs.map(hubName))} ·{' '}
              {last_used_at === null ? (
                people.keyUnused
              ) : (
                <>
                  {people.keyUsed} <When at={last_used_at} />
                </>
              )}
              {expires_at !== null && (
                <>
                  {' '}
                  · {people.keyExpires} <When at={expires_at} />
                </>
              )}
            </span>
          </li>
        ))}
      </Card>
      {data?.schedules !== null && (
        <Card title={people.schedules} isEmpty={data?.schedules === 0} empty={people.noSchedules}>
          {data && <li className="px-4 py-2">{people.someSchedules(data.schedules)}</li>}
        </Card>
      )}
    </>
  )
}

export function PersonBudgets({ subject }: OfPersonProps) {
  const { data } = useQuery(personBudgetsQuery(subject))
  const hubName = useHubName()
  return (
    <Card title={people.budgets} isEmpty={data?.items.length === 0} empty={people.noBudgets}>
      {data?.items.map(({ hub, period, unit, used, limit, state }) => (
        <li key={`${hub} ${period} ${unit}`} className="px-4 py-2">
          <span className="flex flex-wrap items-center gap-x-2">
            <Link to="/hubs/$slug/budgets" params={{ slug: hub }} className={LINK}>
              {hubName(hub)}
            </Link>
            <BudgetState state={state} />
          </span>
          <span className="block text-12 text-muted tabular-nums">
            {people.budgetUse(amountText(unit, used), amountText(unit, limit), people.budgetPeriods[period])}
          </span>
        </li>
      ))}
    </Card>
  )
}

const LINK = 'font-medium underline-offset-4 hover:underline'

interface CardProps {
  title: string
  isEmpty: boolean
  empty: string
  children: ReactNode
}

const Card = ({ title, isEmpty, empty, children }: CardProps) => (
  <section aria-label={title} className="flex min-w-0 flex-col gap-2">
    <h2 className="font-semibold">{title}</h2>
    <ul className="min-h-11 divide-y divide-line overflow-hidden rounded-l border border-line bg-raised text-14">
      {isEmpty ? <li className="px-4 py-3 text-13 text-muted">{empty}</li> : children}
    </ul>
  </section>
)
