import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { BudgetNotice } from '#core/usage/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import { useHubName } from '../access/hubs.tsx'
import { overview } from './messages.ts'
import { compact, money, percent } from '../kit/numbers.ts'

const { budgets } = overview
const SHOWN = 3

export function BudgetNotices({ notices }: { notices: readonly BudgetNotice[] }) {
  const [all, setAll] = useState(false)
  if (notices.length === 0) return null
  const shown = all ? notices : notices.slice(0, SHOWN)
  return (
    <section aria-label={budgets.label} className="flex flex-col gap-2">
      {shown.map((notice) => (
        <BudgetNoticeLine key={keyOf(notice)} notice={notice} />
      ))}
      {shown.length < notices.length && (
        <Button look="link" className="self-start" onClick={() => setAll(true)}>
          {budgets.more(notices.length - shown.length)}
        </Button>
      )}
    </section>
  )
}

function BudgetNoticeLine({ notice }: { notice: BudgetNotice }) {
  const hub = useHubName()(notice.hub)
  const { scope, subject, period, unpriced_turns: unpriced } = notice
  const whose = scope === 'hub' || subject === null ? hub : budgets[scope](subject, hub)
  const { share, text } = amountOf(notice)
  return (
    <Notice
      kind={notice.state === 'exhausted' ? 'failure' : 'attention'}
      actions={
        <Link
          to="/hubs/$slug/budgets"
          params={{ slug: notice.hub }}
          className="flex min-h-hit items-center text-13 font-medium text-accent-text underline-offset-4 hover:underline"
        >
          {overview.attention.budgets}
        </Link>
      }
    >
      <span className="font-medium text-text">
        {notice.state === 'exhausted'
          ? budgets.exhausted(whose, budgets.periods[period])
          : budgets.warning(whose, percent(share), budgets.periods[period])}
      </span>{' '}
      {text} {budgets.again} <When at={notice.resets_at} />.{unpriced > 0 && ` ${budgets.unpriced(unpriced)}`}
    </Notice>
  )
}

/** A budget has either dollars or tokens; the other pair is null. */
function amountOf({ used_usd, limit_usd, used_tokens, limit_tokens }: BudgetNotice) {
  if (limit_usd !== null) {
    const used = used_usd ?? 0
    return { share: used / limit_usd, text: budgets.amount(money(used), money(limit_usd)) }
  }
  const [used, limit] = [used_tokens ?? 0, limit_tokens ?? 1]
  return { share: used / limit, text: budgets.tokens(compact(used), compact(limit)) }
}

const keyOf = ({ hub, scope, subject, period, limit_usd: usd }: BudgetNotice): string =>
  [hub, scope, subject, period, usd === null ? 'tokens' : 'usd'].join(' ')
