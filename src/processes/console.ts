import { startExpiryRemoval } from '#core/access/expired-grants.ts'
import { catalogOf } from '#core/access/catalog.ts'
import { createHubCards, type Capability, type HubCards } from '#core/access/hub-cards.ts'
import { createMailServer } from '#features/administration/setups/stored-mail.ts'
import { ORGANIZATION } from '#core/access/permission.ts'
import { systemClock } from '#ground/base/clock.ts'
import { accepted } from '#ground/base/result.ts'
import { newId, newToken } from '#ground/base/ids.ts'
import type { ConsoleData, ConsoleParts } from './console-mount.ts'
import { openAccountMails } from './account-links.ts'
import { openNotices } from './notices.ts'
import { lateMount, type LateMount } from '#ground/base/mount.ts'
import { removeFactorsOf } from '#chatapp/accounts/factors/remove-factors.ts'
import { endSessionsOf } from '#chatapp/accounts/sessions/end-sessions.ts'
import { createChangeFlow, type ChangeRequests } from '#features/changes/changes.ts'
import type { PlanNames } from '#features/changes/plan.ts'
import { consoleEvents } from '#surfaces/console/log-events.ts'
import { isDraining } from '#ground/instances/instances.ts'
import { openWorkNotifications } from '#ground/bus/work-notifications.ts'
import { openWebuiSignIns, type SignInControl } from '#features/people/accounts/sign-in-control.ts'
import { createPeople } from '#features/people/people.ts'
import type { Store } from '#ground/store/store.ts'

export interface OpenConsole extends AsyncDisposable {
  readonly mount: LateMount
  readonly hubCards: HubCards
  readonly changes: ChangeRequests
  noteName(this: void): void
}

async function foreignHubsOf({ chatapp, store }: ConsoleParts['data']) {
  const { connectionStoreId, foreignHubs } = await import('#features/administration/hub-connection.ts')
  return foreignHubs(chatapp, await connectionStoreId(store))
}

/** Dispose the returned object before `parts`. */
export function openConsole(parts: ConsoleParts): OpenConsole {
  const { store, clock, access, accessChanges, chatapp } = parts.data
  const { serving, instance } = parts.host
  const events = consoleEvents(parts.log)
  const hubCards = createHubCards({ store, clock })
  const hubNames = async (slugs: readonly string[]) =>
    new Map([...(await hubCards.read(slugs))].map(([slug, { name }]) => [slug, name]))
  const mail = { environment: parts.setup.mail, setups: parts.setup.setups }
  const mails = openAccountMails({ store, clock, mail, ...parts.accountMails, log: parts.log })
  const people = createPeople({
    mails,
    store,
    clock,
    background: systemClock,
    access,
    accessChanges,
    chatapp,
    hub: serving.hub,
    agentNames: hubCards.agentNames,
    signIns: chatapp.kind === 'openwebui' ? openWebuiSignIns(chatapp.accounts) : builtInSignIns(store),
    newPassword: newToken,
    allowsOwnDeletion: parts.accountDeletion,
    ...(chatapp.kind === 'openwebui' && { foreignHubs: () => foreignHubsOf(parts.data) }),
    events,
  })
  const changes = createChangeFlow({
    store,
    notifyOfCall: (hub) => void notifyOf('calls', parts.data, { hub, isOwn: hub === serving.hub }),
    notifyOfAnswer: (hub) => void notifyOf('paused', parts.data, { hub, isOwn: hub === serving.hub }),
    clock,
    newId,
    access,
    accessChanges,
    wordsOf: (hub) => displayNamesOf(hubCards, hub),
    createAccount: people.createProposedAccount,
    scheduleWebChatSync: people.scheduleWebChatSync,
    isDraining: () => isDraining(store, instance.id),
  })
  const endings = startExpiryRemoval({
    clock,
    removeExpired: access.removeExpired,
    onRemoved: people.scheduleWebChatSync,
    onFailure: (error) => events.endingsFailed({ reason: String(error) }),
  })
  const attention = { store, clock, servers: serving.servers, awayHubs: parts.host.awayHubs }
  const notices = openNotices(parts.data, {
    settings: { ...parts.notices, mailServer: createMailServer(mail) },
    attention,
    hubNames,
    log: parts.log,
  })
  const mount = lateMount('/portal', async () => {
    const { openConsoleMount } = await import('./console-mount.ts')
    return openConsoleMount(parts, {
      people,
      changes,
      hubCards,
      hubNames,
      attention,
      noticeWays: notices.ways,
      events,
    })
  })
  return {
    mount,
    hubCards,
    changes,
    noteName: people.scheduleNameSync,
    async [Symbol.asyncDispose]() {
      await notices[Symbol.asyncDispose]()
      await mails[Symbol.asyncDispose]()
      await endings[Symbol.asyncDispose]()
      await people[Symbol.asyncDispose]()
    },
  }
}

async function notifyOf(
  work: 'calls' | 'paused',
  { bus, notifications }: Pick<ConsoleData, 'bus' | 'notifications'>,
  { hub, isOwn }: { hub: string; isOwn: boolean },
): Promise<void> {
  if (isOwn) return notifications.notify(work)
  await using others = openWorkNotifications({ bus, clock: systemClock, hub })
  others.notify(work)
}

async function displayNamesOf(hubCards: Pick<HubCards, 'read'>, hub: string): Promise<PlanNames> {
  if (hub === ORGANIZATION) return { hub: 'the organization', permission: labelsOf([]) }
  const card = (await hubCards.read([hub])).get(hub)
  return { hub: card?.name ?? hub, permission: labelsOf(card?.capabilities ?? []) }
}

const labelsOf = (capabilities: readonly Capability[]): PlanNames['permission'] => {
  const labels = new Map(catalogOf(capabilities).map(({ name, label }) => [name, label]))
  return (name) => labels.get(name) ?? name
}

/** `close` does nothing, because the built-in web chat itself refuses blocked people. */
const builtInSignIns = (store: Store): SignInControl => {
  const endSessions = async (email: string) => accepted(await endSessionsOf(store, email))
  return {
    endSessions,
    removeFactors: async (email) => accepted(await removeFactorsOf(store, email)),
    close: async () => accepted(undefined),
    reopen: endSessions,
  }
}
