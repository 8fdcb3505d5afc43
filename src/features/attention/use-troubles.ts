import { readBudgetNotices } from '#core/usage/budgets/notices.ts'
import { readModelUse } from '#core/usage/model-use.ts'
import { type Clock, isoTime } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { item } from './item.ts'
import type { AttentionItem } from './schema.ts'

export interface AttentionDeps {
  store: Pick<Store, 'db'>
  clock: Clock
}

const DAY_MS = 86_400_000
/** A channel is reported if it received messages in the last 30 days (`IN_USE_MS`) but none in the last 7. */
const SILENT_MS = 7 * DAY_MS
const IN_USE_MS = 30 * DAY_MS

export async function readUseTroubles(
  { store, clock }: AttentionDeps,
  hubs: readonly string[],
): Promise<AttentionItem[]> {
  if (hubs.length === 0) return []
  const now = clock.now()
  const [models, budgets, failedAnswers, silent] = await Promise.all([
    readModelUse(store, hubs, now - DAY_MS),
    readBudgetNotices(store, hubs, now),
    store.db
      .selectFrom('messages')
      .where('hub', 'in', hubs)
      .where('received_at_ms', '>=', now - DAY_MS)
      .where('state', '=', 'failed')
      .groupBy(['hub', 'channel'])
      .select(({ fn }) => ['hub', 'channel', fn.countAll().as('count'), fn.max('received_at_ms').as('at')])
      .execute(),
    store.db
      .selectFrom('conversations')
      .where('hub', 'in', hubs)
      .groupBy(['hub', 'channel'])
      .having(({ fn, eb }) =>
        eb.and([
          eb(fn.max('received_at_ms'), '>=', now - IN_USE_MS),
          eb(fn.max('received_at_ms'), '<', now - SILENT_MS),
        ]),
      )
      .select(({ fn }) => ['hub', 'channel', fn.max('received_at_ms').as('at')])
      .execute(),
  ])
  return [
    ...models
      .filter(({ lastAt, lastFailedAt }) => lastFailedAt === lastAt)
      .map(({ hub, model, failed, lastAt }) =>
        item({
          kind: 'model_failing',
          level: 'failure',
          hub,
          subject: model,
          count: failed,
          since: isoTime(lastAt),
        }),
      ),
    ...failedAnswers.map(({ hub, channel, count, at }) =>
      item({
        kind: 'answers_failed',
        level: 'failure',
        hub,
        subject: channel,
        count: Number(count),
        since: isoTime(at),
      }),
    ),
    ...silent.map(({ hub, channel, at }) =>
      item({ kind: 'channel_silent', level: 'warning', hub, subject: channel, since: isoTime(at) }),
    ),
    ...budgets.map((budget) =>
      item({
        kind: 'budget',
        level: budget.state === 'exhausted' ? 'failure' : 'warning',
        hub: budget.hub,
        subject: budget.subject,
        budget,
      }),
    ),
  ]
}
