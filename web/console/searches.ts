import {
  ArtifactKinds,
  ChangeStates,
  InboxStates,
  Outcomes,
  Periods,
  Ranges,
  Roles,
  RunStatuses,
  Statuses,
} from './choices.ts'

/**
 * What the pages keep in their address. A value nobody can have meant is left out, so that an old or mistyped address
 * shows the page instead of an error.
 */
type Search = Record<string, unknown>

const text = (value: unknown): string | undefined => {
  const read = typeof value === 'number' ? String(value) : value
  return typeof read === 'string' && read.trim() ? read.slice(0, 256) : undefined
}

const oneOf = <Value extends string>(value: unknown, values: readonly Value[]): Value | undefined =>
  values.find((known) => known === value)

const pageNumber = (value: unknown): number | undefined => {
  const number = Number(value)
  return Number.isInteger(number) && number > 1 && number < 20_000 ? number : undefined
}

const versionNumber = (value: unknown): number | undefined => {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** `YYYY-MM-DD`. */
const day = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined

/** Only what has a value: addresses stay short. */
const present = <Values extends Search>(values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>

export const hubSearch = (search: Search) =>
  present({ hub: text(search['hub']), q: text(search['q']), page: pageNumber(search['page']) })

export const peopleSearch = (search: Search) =>
  present({
    ...hubSearch(search),
    status: oneOf(search['status'], Statuses),
    role: oneOf(search['role'], Roles),
  })
export type PeopleSearch = ReturnType<typeof peopleSearch>

export const recordsSearch = (search: Search) =>
  present({ hub: text(search['hub']), period: oneOf(search['period'], Periods) })

export const changesSearch = (search: Search) =>
  present({ ...hubSearch(search), state: oneOf(search['state'], ChangeStates) })

export const artifactsSearch = (search: Search) =>
  present({
    ...hubSearch(search),
    view: oneOf(search['view'], ['shared'] as const),
    preview: oneOf(search['preview'], ArtifactKinds),
  })
export type ArtifactsSearch = ReturnType<typeof artifactsSearch>

export const artifactSearch = (search: Search) =>
  present({ hub: text(search['hub']), version: versionNumber(search['version']) })

export const tracesSearch = (search: Search) =>
  present({
    hub: text(search['hub']),
    page: pageNumber(search['page']),
    chat: text(search['chat']),
    run: text(search['run']),
    state: oneOf(search['state'], ['ok', 'failed'] as const),
    period: oneOf(search['period'], ['24h', '7d'] as const),
  })
export type TracesSearch = ReturnType<typeof tracesSearch>

export const inboxSearch = (search: Search) =>
  present({
    hub: text(search['hub']),
    endpoint: text(search['endpoint']),
    page: pageNumber(search['page']),
    state: oneOf(search['state'], InboxStates),
  })

export const runsSearch = (search: Search) =>
  present({
    hub: text(search['hub']),
    page: pageNumber(search['page']),
    workflow: text(search['workflow']),
    run_id: text(search['run_id']),
    status: oneOf(search['status'], RunStatuses),
    range: oneOf(search['range'], Ranges),
    since: day(search['since']),
    until: day(search['until']),
  })
export type RunsSearch = ReturnType<typeof runsSearch>

export const auditSearch = (search: Search) =>
  present({
    hub: text(search['hub']),
    page: pageNumber(search['page']),
    user: text(search['user']),
    actor: text(search['actor']),
    action: text(search['action']),
    tool: text(search['tool']),
    surface: text(search['surface']),
    outcome: oneOf(search['outcome'], Outcomes),
    range: oneOf(search['range'], Ranges),
    since: day(search['since']),
    until: day(search['until']),
  })
export type AuditSearch = ReturnType<typeof auditSearch>
