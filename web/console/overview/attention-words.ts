import type { AttentionItem } from '#features/attention/schema.ts'
import { CHANNEL_LABELS } from '#ground/hub/channels.ts'
import type { LinkProps } from '@tanstack/react-router'
import { compact, money, percent } from '../kit/numbers.ts'
import { overview } from './messages.ts'

const { attention: texts, budgets } = overview

export interface AttentionRow {
  id: string
  level: AttentionItem['level']
  title: string
  detail: string
  /** ISO 8601. */
  since: string | null
  act: string
  to: Pick<LinkProps, 'to' | 'params' | 'search'> | { href: string }
}

type Words = Pick<AttentionRow, 'title' | 'act' | 'to'> & { detail?: string | null; since?: string | null }

export function attentionRowOf(item: AttentionItem, hubName: (slug: string | null) => string): AttentionRow {
  const hub = item.hub === null ? '' : hubName(item.hub)
  const words = WORDS[item.kind](item, hub)
  const own = words.detail ?? item.detail
  return {
    id: [
      item.kind,
      item.hub,
      item.subject_id ?? item.subject,
      item.budget?.period,
      item.budget?.limit_usd,
      item.since,
    ].join(' '),
    level: item.level,
    title: words.title,
    detail: [words.title.includes(hub) ? '' : hub, own].filter(Boolean).join(' · '),
    since: words.since === undefined ? item.since : words.since,
    act: words.act,
    to: words.to,
  }
}

const WORDS: Readonly<Record<AttentionItem['kind'], (item: AttentionItem, hub: string) => Words>> = {
  hub_broken: (item, hub) => ({ title: texts.broken(hub), act: texts.showHub, to: hubPage(item) }),
  hub_away: (item, hub) => ({ title: texts.away(hub), act: texts.showHub, to: hubPage(item) }),
  hub_problems: (item, hub) => ({
    title: texts.problems(item.count, hub),
    act: texts.showFiles,
    to: { to: '/hubs/$slug/files', params: { slug: slugOf(item) } },
  }),
  run_failed: (item) => ({
    title: texts.failed(workflowOf(item), item.count),
    act: texts.showRuns,
    to: failedRuns(item),
  }),
  run_retrying: (item) => ({
    title: texts.retried(workflowOf(item), item.count),
    act: texts.showRuns,
    to: failedRuns(item),
  }),
  model_failing: (item) => ({
    title: texts.model(item.subject ?? ''),
    detail: texts.failedTurns(item.count),
    act: texts.showTraces,
    to: {
      to: '/hubs/$slug/activity/traces',
      params: { slug: slugOf(item) },
      search: { state: 'failed' },
    },
  }),
  answers_failed: (item) => ({
    title: texts.undelivered(item.count, channelOf(item)),
    act: texts.showMessages,
    to: { to: '/messages', search: { hub: slugOf(item), channel: item.subject as 'chata', state: 'failed' } },
  }),
  channel_silent: (item) => ({
    title: texts.silent(channelOf(item)),
    act: texts.showMessages,
    to: { to: '/messages', search: { hub: slugOf(item), channel: item.subject as 'chata' } },
  }),
  events_quarantined: (item, hub) => ({
    title: texts.quarantined(item.count, hub),
    act: texts.showEvents,
    to: { to: '/inbox', search: { hub: slugOf(item), state: 'quarantined' } },
  }),
  budget: (item, hub) => ({
    ...budgetWords(item, hub),
    since: null,
    act: texts.budgets,
    to: { to: '/hubs/$slug/budgets', params: { slug: slugOf(item) } },
  }),
  sign_ups: (item) => ({
    title: texts.pending(item.count),
    act: texts.decide,
    to: { to: '/people', search: { status: 'pending' } },
  }),
  access_request: (item, hub) => ({
    title: texts.asks(item.subject ?? '', hub),
    act: texts.decide,
    to: { to: '/hubs/$slug/access', params: { slug: slugOf(item) } },
  }),
  change_requests: (item) => ({
    title: texts.changes(item.count),
    act: texts.decide,
    to: { to: '/change-requests', search: { state: 'proposed' } },
  }),
  key_expires: (item) => ({
    title: texts.key(item.subject ?? ''),
    act: texts.showKeys,
    to: { href: '/?settings=key' },
  }),
  certificate: ({ subject, level }) => ({
    title: texts.certificate(subject ?? '', level === 'failure'),
    act: texts.showInstances,
    to: { to: '/machines' },
  }),
  backup: ({ level }) => ({
    title: level === 'failure' ? texts.backupFailed : texts.backupLate,
    act: texts.showInstances,
    to: { to: '/machines' },
  }),
}

const slugOf = ({ hub }: AttentionItem): string => hub ?? ''
const hubPage = (item: AttentionItem): AttentionRow['to'] => ({
  to: '/hubs/$slug',
  params: { slug: slugOf(item) },
})
const workflowOf = ({ subject }: AttentionItem): string => (subject ?? '').replace(/^md:/, '')
const channelOf = ({ subject }: AttentionItem): string =>
  CHANNEL_LABELS[subject as keyof typeof CHANNEL_LABELS] ?? subject ?? ''

const failedRuns = (item: AttentionItem): AttentionRow['to'] => ({
  to: '/runs',
  search: { hub: slugOf(item), workflow: item.subject ?? undefined, status: 'failed' },
})

function budgetWords({ budget }: AttentionItem, hub: string): Pick<Words, 'title' | 'detail'> {
  if (!budget) return { title: hub }
  const { scope, subject, period, state, unpriced_turns: unpriced } = budget
  const whose = scope === 'hub' || subject === null ? hub : budgets[scope](subject, hub)
  const { share, text } = amountOf(budget)
  const when = budgets.periods[period]
  return {
    title:
      state === 'exhausted' ? budgets.exhausted(whose, when) : budgets.warning(whose, percent(share), when),
    detail: [text, unpriced > 0 && budgets.unpriced(unpriced)].filter(Boolean).join(' '),
  }
}

/** A budget has either dollars or tokens; the other pair is null. */
function amountOf({ used_usd, limit_usd, used_tokens, limit_tokens }: NonNullable<AttentionItem['budget']>) {
  if (limit_usd !== null) {
    const used = used_usd ?? 0
    return { share: used / limit_usd, text: budgets.amount(money(used), money(limit_usd)) }
  }
  const [used, limit] = [used_tokens ?? 0, limit_tokens ?? 1]
  return { share: used / limit, text: budgets.tokens(compact(used), compact(limit)) }
}
