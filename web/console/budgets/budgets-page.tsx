import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus, Wallet } from 'lucide-react'
import { useState } from 'react'
import type { Budget, Budgets } from '#core/usage/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { errorText } from '../kit/api.ts'
import { budgets as texts } from './messages.ts'
import { common } from '../kit/messages.ts'
import { PageFrame, usePageTitle } from '../kit/page.tsx'
import { budgetsQuery } from './queries.ts'
import { OfHub } from '../access/of-hub.tsx'
import { count, money } from '../kit/numbers.ts'
import { BudgetDialog } from './budget-dialog.tsx'
import { BudgetTable } from './budget-table.tsx'

const route = getRouteApi('/shell/hub/hubs/$slug/budgets')

export function BudgetsPage() {
  const { slug } = route.useParams()
  return <OfHub slug={slug}>{({ name }) => <HubBudgets key={slug} slug={slug} name={name} />}</OfHub>
}

function HubBudgets({ slug, name }: { slug: string; name: string }) {
  const { data, error, refetch } = useQuery(budgetsQuery(slug))
  const title = usePageTitle()
  const [edited, setEdited] = useState<Budget | 'new' | null>(null)
  return (
    <PageFrame
      lead={texts.lead}
      acts={
        <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setEdited('new')}>
          {texts.set}
        </Button>
      }
    >
      {data ? (
        <>
          <UseSoFar usage={data.usage} />
          {data.items.length > 0 ? (
            <BudgetTable hub={slug} label={`${title}: ${name}`} items={data.items} onEdit={setEdited} />
          ) : (
            <Empty icon={<Wallet aria-hidden />} title={texts.empty}>
              {texts.emptyText}
            </Empty>
          )}
        </>
      ) : error ? (
        <Notice
          kind="failure"
          title={texts.failed}
          actions={<Button onClick={() => void refetch()}>{common.retry}</Button>}
        >
          {errorText(error)}
        </Notice>
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
      {edited && (
        <BudgetDialog hub={slug} budget={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </PageFrame>
  )
}

function UseSoFar({ usage }: { usage: Budgets['usage'] }) {
  return (
    <dl className="grid max-w-2xl grid-cols-1 gap-3 sm:grid-cols-2">
      {usage.map(({ period, tokens, cost_usd, unpriced_turns }) => (
        <div key={period} className="flex flex-col rounded-l border border-line bg-raised px-4 py-3">
          <dt className="text-13 text-muted">{texts.used[period]}</dt>
          <dd className="text-24 font-semibold tabular-nums">{cost_usd === null ? '–' : money(cost_usd)}</dd>
          <dd className="text-13 text-muted tabular-nums">{texts.tokens(count(tokens))}</dd>
          {unpriced_turns > 0 && (
            <dd className="text-12 text-faint">
              {cost_usd === null ? texts.noPrice : texts.unpriced(unpriced_turns)}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
