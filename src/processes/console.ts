import type { Access } from '#core/access/access.ts'
import type { AccessHints } from '#core/access/hints.ts'
import { startEndings } from '#core/access/endings.ts'
import { catalogOf } from '#core/access/catalog.ts'
import { createHubCards, type Capability, type HubCards } from '#core/access/hub-cards.ts'
import { ORGANIZATION } from '#core/access/permission.ts'
import type { ConsoleFeature } from '#ground/api/console-app.ts'
import type { PortalFeature } from '#ground/api/portal.ts'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { ToolDecisions } from '#core/audit/tool-decisions.ts'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { newId, newToken } from '#ground/base/ids.ts'
import type { Log } from '#ground/base/log.ts'
import { lateMount, type LateMount } from '#ground/base/mount.ts'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import { removeFactorsOf } from '#chatapp/accounts/factors/remove-factors.ts'
import { endSessionsOf } from '#chatapp/accounts/sessions/end-sessions.ts'
import { createChanges, type Changes } from '#features/changes/changes.ts'
import type { Words } from '#features/changes/plan.ts'
import { consoleEvents } from '#surfaces/console/log-events.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import { isDraining } from '#ground/machines/machines.ts'
import { createPeople } from '#features/people/people.ts'
import type { Runs } from '#features/work/runs/runs.ts'
import type { Store } from '#ground/store/store.ts'
import type { ServingRoutesDeps } from '#core/serving/routes.ts'
import type { TracesFeatureDeps } from '#core/traces/routes.ts'
import type { Budgets } from '#core/usage/budgets/budgets.ts'
import type { PageSources } from '#features/artifacts/open.ts'
import type { Serving } from './relay.ts'

export interface ConsoleParts {
  store: Store
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
  /** What a Hub has of its own in it. Asked once, with the Console's first request. */
  ownFeatures(this: void, sources: PageSources): Promise<OwnFeatures>
  /** The variable that forbids changes of the web chat's groups. */
  groupsLockedBy: string | null
}

export interface OwnFeatures {
  features: readonly ConsoleFeature[]
  /** The same with addresses of their own. */
  portals: readonly PortalFeature[]
}

export interface OpenConsole extends AsyncDisposable {
  readonly mount: LateMount
  readonly hubCards: HubCards
  readonly changes: Changes
}

/** The Console over the parts that a bridge has opened, and what it does while nobody looks at it. Close it before them. */
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
  const mount = lateMount('/portal', async () => {
    const { openConsoleMount } = await import('./console-mount.ts')
    return openConsoleMount(parts, { people, changes, hubCards, hubNames, events })
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

/** What is taken from people in the web chat's tables, which no route of another web chat does. */
const waysInOf = (store: Store) => ({
  endSessionsOf: (email: string) => endSessionsOf(store, email),
  removeFactorsOf: (email: string) => removeFactorsOf(store, email),
})
