import type { ConsoleApp, ConsoleCaller, ConsoleFeature } from '#ground/api/console-app.ts'
import { exportRows } from '#ground/api/download.ts'
import { listOrder } from '#ground/api/list-start.ts'
import { managedHubs, requireManaged } from '#ground/api/managed.ts'
import { normalEmail } from '#ground/identity/caller.ts'
import type { AccessChange as Change, AccessChanges } from './access-changes.ts'
import { listAccessChanges, listAudit } from './contract.ts'
import type { Chain, LedgerReader } from './reader.ts'
import { AccessChangesPage, AuditPage, type AccessChange, type AuditRecord } from './schema.ts'
import { RECORD_SORT } from '#ground/api/list-sorts.ts'
import type { ToolDecision, ToolDecisions } from './tool-decisions.ts'

export interface AuditRoutesDeps {
  toolDecisions: Pick<ToolDecisions, 'list' | 'stream'>
  accessChanges: Pick<AccessChanges, 'list' | 'stream'>
}

export const auditFeature = (deps: AuditRoutesDeps): ConsoleFeature => ({
  routes(app) {
    decisionRoutes(app, deps)
    changeRoutes(app, deps)
  },
})

function decisionRoutes(app: ConsoleApp, { toolDecisions }: AuditRoutesDeps): void {
  app.handle(listAudit, ({ caller, query: { limit, offset, format, hub, user, sort, from, ...equals } }) => {
    const order = listOrder(RECORD_SORT, { sort, from })
    const filter = { ...equals, order, hub: hubsOf(caller, hub), user: user && normalEmail(user) }
    const columns = Object.keys(AuditPage.shape.items.element.shape)
    const shown = { name: 'audit', columns, present: decisionOf }
    return answered(toolDecisions, filter, { limit, offset, format }, shown)
  })
}

function changeRoutes(app: ConsoleApp, { accessChanges }: AuditRoutesDeps): void {
  app.handle(
    listAccessChanges,
    ({ caller, query: { limit, offset, format, hub, user, actor, sort, from, ...equals } }) => {
      const filter = {
        ...equals,
        order: listOrder(RECORD_SORT, { sort, from }),
        hub: hubsOf(caller, hub),
        user: user && normalEmail(user),
        actor: actor && normalEmail(actor),
      }
      const columns = Object.keys(AccessChangesPage.shape.items.element.shape)
      const shown = { name: 'access-changes', columns, present: changeOf }
      return answered(accessChanges, filter, { limit, offset, format }, shown)
    },
  )
}

const ORGANIZATION = '*'

/** @returns Hubs whose entries are read; null for all entries, including entries without a Hub. */
function hubsOf(caller: ConsoleCaller, hub: string | undefined) {
  if (hub === undefined) return managedHubs(caller, hub)
  if (hub !== ORGANIZATION || !caller.isOrganizationAdmin) requireManaged(caller, hub)
  return hub
}

async function answered<Entry, Filter, View extends object>(
  ledger: Pick<LedgerReader<Entry, Filter>, 'list' | 'stream'>,
  filter: Filter,
  { limit, offset, format }: { limit: number; offset: number; format: 'json' | 'csv' | 'jsonl' },
  { name, columns, present }: { name: string; columns: readonly string[]; present(entry: Entry): View },
) {
  if (format !== 'json') return exportRows(mapped(ledger.stream(filter), present), { name, format, columns })
  const { items, total, totalIsExact } = await ledger.list(filter, { limit, offset })
  return { items: items.map(present), total, total_is_exact: totalIsExact, offset, limit }
}

async function* mapped<T, U extends object>(items: AsyncIterable<T>, present: (item: T) => U) {
  for await (const item of items) yield present(item)
}

const decisionOf = ({ seq, at, subject, ...decision }: ToolDecision & Chain): AuditRecord => ({
  id: seq,
  at: new Date(at).toISOString(),
  hub: decision.hub,
  user: subject,
  tool: decision.tool,
  capability: decision.capability,
  outcome: decision.outcome,
  surface: decision.surface,
  reason: decision.reason,
  grant: decision.grant as AuditRecord['grant'],
  chat_id: decision.chat_id,
  run_id: decision.run_id,
  revision: decision.revision,
  hash: decision.hash,
})

const changeOf = ({ seq, at, request, ...change }: Change & Chain): AccessChange => ({
  id: seq,
  at: new Date(at).toISOString(),
  hub: change.hub,
  actor: change.actor,
  subject: change.subject,
  action: change.action,
  permission: change.permission,
  before: change.before as AccessChange['before'],
  after: change.after as AccessChange['after'],
  reason: change.reason,
  revision: change.revision,
  request_id: request,
  hash: change.hash,
})
