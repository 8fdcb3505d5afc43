import type { ConsoleApp } from '#ground/api/console-app.ts'
import { ApiRefused } from '#ground/api/errors.ts'
import { requireManaged } from '#ground/api/managed.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { changeBudget, listBudgets, listPersonBudgets } from '../contract.ts'
import type { BudgetChange } from '../schema.ts'
import type { BudgetSettings } from './settings.ts'
import { readPersonBudgets } from './of-person.ts'
import { readBudgets } from './view.ts'

export interface BudgetRoutesDeps {
  store: Pick<Store, 'db'>
  clock: Pick<Clock, 'now'>
  budgets: Pick<BudgetSettings, 'change'>
  parseSubject(text: string): string | null
}

export function budgetRoutes(
  app: ConsoleApp,
  { store, clock, budgets, parseSubject }: BudgetRoutesDeps,
): void {
  app.handle(listBudgets, ({ caller, query: { hub } }) => {
    requireManaged(caller, hub)
    return readBudgets(store, hub, clock.now())
  })
  app.handle(listPersonBudgets, async ({ caller, query }) => {
    const subject = parseSubject(query.subject)
    if (subject === null) throw new ApiRefused('invalid', 'subject: expected an e-mail address or svc:<name>')
    return { items: await readPersonBudgets(store, caller.manages, subject, clock.now()) }
  })
  app.handle(changeBudget, async ({ caller, body, requestId }) => {
    requireManaged(caller, body.hub)
    const { hub, scope, period, unit, limit } = body
    const subject = subjectOf(body, parseSubject)
    const amount = limit != null && unit === 'usd' ? Math.round(limit * 1_000_000) : limit
    await budgets.change(
      { hub, scope, subject, period, unit, ...(amount === undefined ? {} : { amount }) },
      { actor: caller.email, request: requestId },
    )
    return readBudgets(store, hub, clock.now())
  })
}

function subjectOf({ scope, subject }: BudgetChange, parseSubject: BudgetRoutesDeps['parseSubject']): string {
  if (subject === null) return ''
  if (scope === 'task') {
    if (/^md:[^:\s]+$/.test(subject)) return subject
    throw new ApiRefused('invalid', 'subject: expected a task such as md:water')
  }
  const parsed = parseSubject(subject)
  if (parsed !== null && parsed !== '*') return parsed
  throw new ApiRefused('invalid', 'subject: expected an e-mail address or svc:<name>')
}
