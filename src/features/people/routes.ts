import type { ConsoleApp, ConsoleCaller, ConsoleFeature } from '#ground/api/console-app.ts'
import { exportRows } from '#ground/api/download.ts'
import { ApiRefused, unwrap } from '#ground/api/errors.ts'
import { listOrder } from '#ground/api/list-start.ts'
import { requireManaged } from '#ground/api/managed.ts'
import { parseSubject } from '#core/access/subject.ts'
import type { Result } from '#ground/base/result.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { personAccountRoutes } from './accounts/routes.ts'
import {
  blockPerson,
  listPeople,
  listUnfinished,
  readBelongings,
  readPerson,
  refreshPeople,
  syncHubs,
} from './contract.ts'
import type { People } from './people.ts'
import type { PeopleScope } from './reader.ts'
import { chatappRefusal, describePeopleRefusal, type PeopleRefusal } from './refusal.ts'
import type { PersonView } from './schema.ts'
import { PEOPLE_SORT } from '#ground/api/list-sorts.ts'

export const peopleFeature = (people: People): ConsoleFeature => ({
  routes(app) {
    listRoutes(app, people)
    changeRoutes(app, people)
    personAccountRoutes(app, people)
    invitationRoutes(app, people)
  },
})

const COLUMNS = [
  'subject',
  'kind',
  'name',
  'role',
  'status',
  'sign_in',
  'created_at',
  'last_active_at',
  'is_organization_admin',
  'access',
]

function listRoutes(app: ConsoleApp, people: People): void {
  app.handle(listPeople, async ({ caller, query: { format, offset, limit, sort, from, ...filter } }) => {
    if (filter.agent !== undefined) requireManaged(caller, filter.agent)
    if (format !== 'json') {
      const rows = people.stream(caller, filter)
      return exportRows(format === 'csv' ? flat(rows) : rows, { name: 'people', format, columns: COLUMNS })
    }
    const order = listOrder(PEOPLE_SORT, { sort, from })
    const page = await people.list(caller, { ...filter, order }, { offset, limit })
    const { items, total, totalIsExact, isWhole, refreshedAt } = page
    const refreshed_at = refreshedAt === null ? null : new Date(refreshedAt).toISOString()
    return { items, total, total_is_exact: totalIsExact, offset, limit, refreshed_at, is_whole: isWhole }
  })
  app.handle(listUnfinished, async ({ caller }) => ({ items: await people.unfinished(caller, caller.email) }))
  app.handle(readPerson, async ({ caller, params }) => {
    const subject = parseSubject(params.subject)
    const page = subject === null ? null : await people.read(scopeOf(caller), subject)
    if (!page) throw new ApiRefused('not_found', 'There is no person of this name among those you manage.')
    return page
  })
  app.handle(readBelongings, async ({ caller, params }) => {
    const subject = parseSubject(params.subject)
    if (subject === null || !(await people.read(scopeOf(caller), subject)))
      throw new ApiRefused('not_found', 'There is no such person.')
    const belongings = await people.belongings(subject)
    if (!belongings.ok) throw new ApiRefused('chatapp_unavailable', chatappRefusal(belongings.refusal).detail)
    return belongings.value
  })
}

function changeRoutes(app: ConsoleApp, people: People): void {
  app.handle(refreshPeople, async () => {
    const result = await people.refresh()
    if (!result.ok) throw new ApiRefused('chatapp_unavailable', chatappRefusal(result.refusal).detail)
    const { accounts, changed, at } = result.value
    return { accounts, changed, refreshed_at: new Date(at).toISOString() }
  })
  app.handle(blockPerson, async ({ caller, body, requestId }) => {
    answered(await people.accounts.setBlocked({ email: caller.email, requestId }, body))
    people.scheduleWebChatSync()
    return { subject: parseSubject(body.subject)!, blocked: body.suspended }
  })
  app.handle(syncHubs, async () => {
    const result = await people.sync()
    if (result.ok) return result.value
    throw new ApiRefused('chatapp_unavailable', chatappRefusal(result.refusal).detail)
  })
}

const answered = <T>(result: Result<T, PeopleRefusal>): T => unwrap(result, describePeopleRefusal)

const scopeOf = ({ isOrganizationAdmin, manages }: ConsoleCaller): PeopleScope => ({
  isOrganizationAdmin,
  manages,
})

async function* flat(items: AsyncIterable<PersonView>) {
  for await (const item of items) yield { ...item, access: item.access.map(accessCell).join(' ') }
}

const accessCell = ({ hub, permissions }: PersonView['access'][number]): string =>
  permissions.map(({ permission }) => `${hub}:${permission}`).join(' ')
