import type { Mount } from '#ground/base/mount.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { accessRequestsFeature, type AccessRequestsFeatureDeps } from '#core/access-requests/routes.ts'
import { accessFeature } from '#core/access/routes.ts'
import { readStanding } from '#core/access/standing.ts'
import { parseSubject } from '#core/access/subject.ts'
import { countDenials } from '#core/audit/denials.ts'
import { noticesFeature } from '#features/attention/notices/routes.ts'
import type { AttentionReadDeps } from '#features/attention/read.ts'
import { attentionFeature } from '#features/attention/routes.ts'
import type { WaysDeps } from '#features/attention/notices/ways.ts'
import { auditFeature } from '#core/audit/routes.ts'
import { PACKAGE_FOLDER } from '#ground/base/package-folder.ts'
import { administrationFeature } from '#features/administration/routes.ts'
import { setupsFeature, type SetupRoutesDeps } from '#features/administration/setups/routes.ts'
import { changesFeature } from '#features/changes/routes.ts'
import { createConsole } from '#surfaces/console/console.ts'
import { liveListsFeature } from '#surfaces/console/live-lists.ts'
import type { consoleEvents } from '#surfaces/console/log-events.ts'
import { readInstances } from '#ground/instances/instances.ts'
import { isSameOrigin } from '#ground/identity/same-origin.ts'
import { createIdentify } from '#ground/identity/session.ts'
import { readHubViewers } from '#features/people/hub-viewers.ts'
import { foundBy } from '#features/people/conditions.ts'
import type { People } from '#features/people/people.ts'
import { peopleFeature } from '#features/people/routes.ts'
import { readHubVersions } from '#core/serving/versions.ts'
import { createHubRanks } from '#core/serving/ranks.ts'
import { servingFeature, type ServingRoutesDeps } from '#core/serving/routes.ts'
import { tracesFeature, type TracesFeatureDeps } from '#core/traces/routes.ts'
import { ratingsFeature } from '#core/ratings/routes.ts'
import { usageFeature } from '#core/usage/routes.ts'
import { costUsd } from '#core/usage/cost.ts'
import { createSummarizeUsage, type SummarizeUsage } from '#core/usage/summary.ts'
import type { PageSources } from '#features/artifacts/open.ts'
import { packageVersion } from '#ground/base/package-version.ts'
import { identityProviderOf } from './config/openid.ts'
import { CONTRACTS } from './contracts.ts'
import type { AccountMailParts } from './account-links.ts'
import type { NoticeSettings } from './notices.ts'
import { openRelay } from './relay.ts'
import type { Access } from '#core/access/access.ts'
import type { AccessNotifications } from '#core/access/access-notifications.ts'
import type { HubCards } from '#core/access/hub-cards.ts'
import type { ConsoleFeature } from '#ground/api/console-app.ts'
import type { PortalFeature } from '#ground/api/portal.ts'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { ToolDecisions } from '#core/audit/tool-decisions.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Log } from '#ground/base/log.ts'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import type { ChangeRequests } from '#features/changes/changes.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { Runs } from '#features/work/runs/runs.ts'
import type { Bus } from '#ground/bus/bus.ts'
import type { WorkNotifications } from '#ground/bus/work-notifications.ts'
import type { Store } from '#ground/store/store.ts'
import type { Budgets } from '#core/usage/budgets/budgets.ts'
import type { ServingBridge } from './relay.ts'

export interface ConsoleData {
  store: Store
  bus: Bus
  notifications: WorkNotifications
  clock: Clock
  access: Access
  accessNotifications: AccessNotifications
  accessChanges: AccessChanges
  toolDecisions: ToolDecisions
  chatapp: ChatappClient
}

export interface ConsoleHost {
  serving: ServingBridge
  instance: { id: string }
  own: Pick<OwnAddress, 'originFor'>
  awayHubs: ServingRoutesDeps['awayHubs']
  runs: Pick<Runs, 'count' | 'countMissed' | 'list'>
  ownFeatures(this: void, sources: PageSources): Promise<OwnFeatures>
}

export interface ConsoleParts {
  data: ConsoleData
  host: ConsoleHost
  budgets: Budgets
  costOf: TracesFeatureDeps['costOf']
  groupsLockVariable: string | null
  accountDeletion: boolean
  notices: Omit<NoticeSettings, 'mailServer'>
  setup: SetupSettings
  accountMails: Pick<AccountMailParts, 'secrets' | 'shared'>
  log: Log
}

/** Environment settings of features that may also be set up in the Console. */
export type SetupSettings = Pick<SetupRoutesDeps, 'isAllowed' | 'mail' | 'publicUrl' | 'setups'>

export interface OwnFeatures {
  features: readonly ConsoleFeature[]
  portals: readonly PortalFeature[]
}

interface BackgroundServices {
  people: People
  changes: ChangeRequests
  hubCards: HubCards
  hubNames: PageSources['hubNames']
  attention: AttentionReadDeps
  noticeWays: WaysDeps
  events: ReturnType<typeof consoleEvents>
}

/** With these rights, a person who shares something can find all people. */
const EVERYBODY = { isOrganizationAdmin: true, manages: [] }

// oxlint-disable-next-line max-lines-per-function -- one flat list of the features and their dependencies
export async function openConsoleMount(
  {
    data,
    host,
    budgets,
    costOf,
    groupsLockVariable,
    setup,
  }: Omit<ConsoleParts, 'log' | 'notices' | 'accountMails'>,
  { people, changes, hubCards, hubNames, attention, noticeWays, events }: BackgroundServices,
): Promise<Mount> {
  const { store, clock, access, accessNotifications, chatapp } = data
  const { serving, runs } = host
  const own = await host.ownFeatures(pageSources(people, hubNames))
  const summarizeUsage = createSummarizeUsage({ store, clock })
  return createConsole({
    accessNotifications,
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
        own: host.own.originFor(request.headers.host),
      }),
    contracts: CONTRACTS,
    ...openRelay({ serving, access, hubNames, clock, onUnreached: events.bridgeUnreached }),
    features: [
      accessFeature({
        clock,
        access,
        hubCards,
        namesOf: hubCards.agentNames,
        ranksOf: createHubRanks({ servers: serving.servers, awayHubs: host.awayHubs }),
        accountsOf: people.accountFacts,
        accountMatch: foundBy,
        onChange: people.scheduleWebChatSync,
        membersOf: (hub) => readHubViewers(chatapp, hub),
        signIn: ['password', 'idp'],
      }),
      peopleFeature(people),
      administrationFeature({ ...data, groupsLockVariable }),
      setupsFeature({ ...data, ...setup, tryProvider: tryProviderBy(clock) }),
      changesFeature(changes),
      liveListsFeature(store),
      auditFeature(data),
      servingFeature({
        hubCards,
        namesOf: hubCards.agentNames,
        ...servingParts(host, { store, clock, summarizeUsage }),
      }),
      attentionFeature(attention),
      noticesFeature(noticeWays),
      usageFeature({
        summarizeUsage,
        store,
        clock,
        budgets,
        parseSubject,
        countDenials: (span) => countDenials(store, span),
        countRuns: runs.count,
        countMissedSlots: runs.countMissed,
        namesOf: hubNames,
        countAccounts: people.countAccounts,
      }),
      ...recordFeatures({
        store,
        clock,
        access,
        onChange: people.scheduleWebChatSync,
        events,
        costOf,
      }),
      ...own.features,
    ],
    portals: own.portals,
    appFolder: appFolder(),
    version: packageVersion(),
    events,
  })
}

/** Loaded on demand, because few requests need a client of identity providers. */
const tryProviderBy =
  (clock: Clock): SetupRoutesDeps['tryProvider'] =>
  async (settings, redirectUri) => {
    const { tryProvider } = await import('#chatapp/openid/try-provider.ts')
    return tryProvider(identityProviderOf(settings, null), { redirectUri, clock })
  }

const recordFeatures = (deps: AccessRequestsFeatureDeps & TracesFeatureDeps) => [
  accessRequestsFeature(deps),
  ratingsFeature(deps),
  tracesFeature(deps),
]

const servingParts = (
  { serving, awayHubs, runs }: Pick<ConsoleHost, 'serving' | 'awayHubs' | 'runs'>,
  { store, clock, summarizeUsage }: Pick<ConsoleData, 'store' | 'clock'> & { summarizeUsage: SummarizeUsage },
): Omit<ServingRoutesDeps, 'hubCards' | 'namesOf'> => ({
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
  versions: (hub, page) => readHubVersions(store, hub, page),
  instances: () => readInstances({ store, clock }),
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

const appFolder = (): string => {
  const installed = join(PACKAGE_FOLDER, 'dist/web/console')
  return existsSync(installed) ? installed : join(PACKAGE_FOLDER, 'web/dist/console')
}
