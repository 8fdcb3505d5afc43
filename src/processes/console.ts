import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Access } from '#core/access/access.ts'
import type { AccessHints } from '#core/access/hints.ts'
import { accessRequestsFeature, type AccessRequestsFeatureDeps } from '#core/access-requests/routes.ts'
import { startEndings } from '#core/access/endings.ts'
import { catalogOf } from '#core/access/catalog.ts'
import { createHubCards, type Capability, type HubCards } from '#core/access/hub-cards.ts'
import { accessFeature } from '#core/access/routes.ts'
import { readStanding } from '#core/access/standing.ts'
import { ORGANIZATION } from '#core/access/permission.ts'
import { parseSubject } from '#core/access/subject.ts'
import type { ConsoleFeature } from '#ground/api/console-app.ts'
import type { PortalFeature } from '#ground/api/portal.ts'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import { countDenials } from '#core/audit/denials.ts'
import { auditFeature } from '#core/audit/routes.ts'
import type { ToolDecisions } from '#core/audit/tool-decisions.ts'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { newId, newToken } from '#ground/base/ids.ts'
import type { Log } from '#ground/base/log.ts'
import type { Mount } from '#ground/base/mount.ts'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import { PACKAGE_FOLDER } from '#ground/base/package-folder.ts'
import { removeFactorsOf } from '#chatapp/accounts/factors/remove-factors.ts'
import { endSessionsOf } from '#chatapp/accounts/sessions/end-sessions.ts'
import { administrationFeature } from '#features/administration/routes.ts'
import { createChanges, type Changes } from '#features/changes/changes.ts'
import type { Words } from '#features/changes/plan.ts'
import { changesFeature } from '#features/changes/routes.ts'
import { createConsole } from '#surfaces/console/console.ts'
import { liveListsFeature } from '#surfaces/console/live-lists.ts'
import { consoleEvents } from '#surfaces/console/log-events.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import { isDraining, listMachines } from '#ground/machines/machines.ts'
import { isSameOrigin } from '#ground/identity/same-origin.ts'
import { createIdentify } from '#ground/identity/session.ts'
import { readHubViewers } from '#features/people/hub-viewers.ts'
import { foundBy } from '#features/people/conditions.ts'
import { createPeople, type People } from '#features/people/people.ts'
import { peopleFeature } from '#features/people/routes.ts'
import type { Runs } from '#features/work/runs/runs.ts'
import type { Bus } from '#ground/bus/bus.ts'
import { openWorkHints, type WorkHints } from '#ground/bus/work-hints.ts'
import type { Store } from '#ground/store/store.ts'
import { servingFeature, type ServingRoutesDeps } from '#core/serving/routes.ts'
import { tracesFeature, type TracesFeatureDeps } from '#core/traces/routes.ts'
import { ratingsFeature } from '#core/ratings/routes.ts'
import { usageFeature } from '#core/usage/routes.ts'
import type { Budgets } from '#core/usage/budgets/budgets.ts'
import { costUsd } from '#core/usage/cost.ts'
import { createSummarizeUsage, type SummarizeUsage } from '#core/usage/summary.ts'
import type { OpenArtifacts, PageSources } from '#features/artifacts/open.ts'
import { packageVersion } from '#ground/base/package-version.ts'
import { CONTRACTS } from './contracts.ts'
import { openRelay, type Serving } from './relay.ts'

export interface ConsoleParts {
  store: Store
  bus: Bus
  hints: WorkHints
  clock: Clock
  log: Log
  access: Access
  accessHints: AccessHints
  accessChanges: AccessChanges
  toolDecisions: ToolDecisions
  budgets: Budgets
  chatapp: ChatappClient
  /** This start of the service. */
  machine: { id: string }
  runs: Pick<Runs, 'count' | 'countMissed' | 'list'>
  own: Pick<OwnAddress, 'originFor'>
  serving: Serving
  /** Hubs of this gateway that are away, by slug. */
  awayHubs: ServingRoutesDeps['awayHubs']
  /** What the tokens of a model cost. */
  costOf: TracesFeatureDeps['costOf']
  /** Parts that only some of the processes have. */
  features?: readonly ConsoleFeature[]
  /** The same with addresses of their own. */
  portals?: readonly PortalFeature[]
  artifacts: Pick<OpenArtifacts, 'pages'>
  /** The variable that forbids changes of the web chat's groups. */
  groupsLockedBy: string | null
}

export interface OpenConsole extends AsyncDisposable {
  readonly mount: Mount
  readonly hubCards: HubCards
  readonly changes: Changes
}

async function tellOfCall({ bus, hints, serving }: ConsoleParts, hub: string): Promise<void> {
  if (hub === serving.hub) return hints.tell('calls')
  await using others = openWorkHints({ bus, clock: systemClock, hub })
  others.tell('calls')
}

/** Sharing finds people whoever manages their access; who of them is told of is decided by the Hub. */
const EVERYBODY = { isOrganizationAdmin: true, manages: [] }

/** The Console over the parts that a bridge has opened. Close it before them. */
// oxlint-disable-next-line max-lines-per-function -- one flat list of features, and what each is given
export function openConsole(parts: ConsoleParts): OpenConsole {
  const { store, clock, access, accessChanges, chatapp } = parts
  const events = consoleEvents(parts.log)
  const hubCards = createHubCards({ store, clock })
  const hubNames = async (slugs: readonly string[]) =>
    new Map([...(await hubCards.read(slugs))].map(([slug, { name }]) => [slug, name]))
  const people = createPeople({
    store,
    clock,
    background: systemClock,
    access,
    accessChanges,
    chatapp,
    agentNames: hubCards.agentNames,
    ...waysInOf(store),
    newPassword: newToken,
    events,
  })
  const changes = createChanges({
    store,
    tellOfCall: (hub) => void tellOfCall(parts, hub),
    clock,
    newId,
    access,
    accessChanges,
    wordsOf: (hub) => wordsOf(hubCards, hub),
    createAccount: people.createProposedAccount,
    noteChange: people.noteChange,
    isDraining: () => isDraining(store, parts.machine.id),
  })
  const endings = startEndings({
    clock,
    endOver: access.endOver,
    onEnded: people.noteChange,
    onFailure: (error) => events.endingsFailed({ reason: String(error) }),
  })
  const summarizeUsage = createSummarizeUsage({ store, clock })
  const mount = createConsole({
    accessHints: parts.accessHints,
    identify: createIdentify({ whoIs: chatapp.whoIs, clock }),
    clock,
    standingOf: (email) => readStanding(store, email, clock.now()),
    bootstrap: async (email) => void (await access.bootstrap(email)),
    mayChange: (request, { via }) =>
      isSameOrigin({
        method: request.method,
        origin: request.headers.origin,
        referer: request.headers.referer,
        fetchSite: request.headers['sec-fetch-site'],
        byCookie: via === 'session',
        byHeader: via === 'key',
        own: parts.own.originFor(request.headers.host),
      }),
    contracts: CONTRACTS,
    ...openRelay({ ...parts, hubNames, onUnreached: events.bridgeUnreached }),
    features: [
      accessFeature({
        clock,
        access,
        hubCards,
        accountsOf: people.accountFacts,
        foundBy,
        onChange: people.noteChange,
        membersOf: (hub) => readHubViewers(chatapp, hub),
        signIn: ['password', 'idp'],
      }),
      ...accountFeatures(people, parts),
      changesFeature(changes),
      liveListsFeature(store),
      auditFeature(parts),
      servingFeature({ hubCards, ...servingParts(parts, summarizeUsage) }),
      usageFeature({
        summarizeUsage,
        store,
        clock,
        budgets: parts.budgets,
        parseSubject,
        countDenials: (span) => countDenials(store, span),
        countRuns: parts.runs.count,
        countMissedSlots: parts.runs.countMissed,
        namesOf: hubNames,
        countAccounts: people.countAccounts,
      }),
      ...recordFeatures({
        store,
        clock,
        access,
        onChange: people.noteChange,
        events,
        costOf: parts.costOf,
      }),
      ...(parts.features ?? []),
    ],
    portals: [parts.artifacts.pages(pageSources(people, hubNames)), ...(parts.portals ?? [])],
    appFolder: appFolder(),
    version: packageVersion(),
    events,
  })
  return {
    mount,
    hubCards,
    changes,
    async [Symbol.asyncDispose]() {
      await endings[Symbol.asyncDispose]()
      await people[Symbol.asyncDispose]()
    },
  }
}

/** Accounts, and the web chat that they are of. */
const accountFeatures = (people: People, parts: ConsoleParts) => [
  peopleFeature(people),
  administrationFeature(parts),
]

/** What people call a Hub and what can be given there. */
async function wordsOf(hubCards: Pick<HubCards, 'read'>, hub: string): Promise<Words> {
  if (hub === ORGANIZATION) return { hub: 'the organization', permission: labelsOf([]) }
  const card = (await hubCards.read([hub])).get(hub)
  return { hub: card?.name ?? hub, permission: labelsOf(card?.capabilities ?? []) }
}

const labelsOf = (capabilities: readonly Capability[]): Words['permission'] => {
  const labels = new Map(catalogOf(capabilities).map(({ name, label }) => [name, label]))
  return (name) => labels.get(name) ?? name
}

/** What is kept of answers, and of who asks for some. */
const recordFeatures = (deps: AccessRequestsFeatureDeps & TracesFeatureDeps) => [
  accessRequestsFeature(deps),
  ratingsFeature(deps),
  tracesFeature(deps),
]

/** What the list of all Hubs tells of them. */
const servingParts = (
  {
    serving,
    awayHubs,
    runs,
    store,
    clock,
  }: Pick<ConsoleParts, 'serving' | 'awayHubs' | 'runs' | 'store' | 'clock'>,
  summarizeUsage: SummarizeUsage,
): Omit<ServingRoutesDeps, 'hubCards'> => ({
  servers: serving.servers,
  awayHubs,
  async lastRun(hub) {
    const [run] = (await runs.list({ hubs: [hub] }, { limit: 1, offset: 0 })).items
    if (!run) return null
    const { id, workflow, status, queuedAt } = run
    return { id, workflow, status, queued_at: new Date(queuedAt).toISOString() }
  },
  async costs(hubs) {
    const { byHub } = await summarizeUsage({ hubs, areAll: false, period: '30d' })
    return new Map([...byHub].map(([hub, counts]) => [hub, costUsd(counts)]))
  },
  machines: () => listMachines({ store, clock }),
})

const pageSources = (people: People, hubNames: PageSources['hubNames']): PageSources => ({
  hubNames,
  namesOf: async (emails) =>
    new Map([...(await people.accountFacts(emails))].map(([email, { name }]) => [email, name])),
  async searchPeople(q, { hub, limit }) {
    const asked = { q, status: 'active' as const, agent: hub ?? undefined }
    const { items } = await people.list(EVERYBODY, asked, { offset: 0, limit })
    return items.flatMap(({ email, name }) => (email === null ? [] : [{ email, name: name ?? email }]))
  },
})

/** Where the built Console app is: in a checkout, or in an installed package. */
const appFolder = (): string => {
  const installed = join(PACKAGE_FOLDER, 'dist/web/console')
  return existsSync(installed) ? installed : join(PACKAGE_FOLDER, 'web/dist/console')
}

/** What is taken from people in the web chat's tables, which no route of another web chat does. */
const waysInOf = (store: Store) => ({
  endSessionsOf: (email: string) => endSessionsOf(store, email),
  removeFactorsOf: (email: string) => removeFactorsOf(store, email),
})
