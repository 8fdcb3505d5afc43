import type { HubCards } from '#core/access/hub-cards.ts'
import type { LateMount } from '#ground/base/mount.ts'
import type { ChangeRequests } from '#features/changes/changes.ts'
import { createProgramConnections as createMcpConnections } from '#surfaces/mcp/connections/connections.ts'
import { openArtifacts, type OpenArtifacts } from '#features/artifacts/open.ts'
import { readAccountDeletion } from '../config/chatapp.ts'
import { groupsLockVariable } from '../config/edge.ts'
import { readBuiltInToolConfig } from '../config/built-in-tools.ts'
import { readConnectionConfig } from '../config/connections.ts'
import { readMailConfig } from '../config/mail.ts'
import {
  openChannelEnvironment,
  type ChannelEnvironment,
} from '#features/messaging/setup/channel-environment.ts'
import { messagingEvents } from '#features/messaging/log-events.ts'
import { createSetups } from '#core/setups/setups.ts'
import { systemClock } from '#ground/base/clock.ts'
import type { Roster } from '#features/messaging/roster/roster.ts'
import { openPersonConnections, type OpenConnections } from '#features/connections/open.ts'
import { attentionEvents } from '#features/attention/log-events.ts'
import { startQuarantineCount } from '#core/inbox/quarantine-count.ts'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import { artifactsIn } from '#ground/blobs/areas.ts'
import { openBlobs } from '../blobs.ts'
import { openConsole } from '../console.ts'
import {
  journeySecretOf,
  mcpTokenSecretOf,
  noticeSecretOf,
  relaySecretOf,
  setupSecretOf,
} from '../secrets.ts'
import { createMembership } from '#surfaces/mcp/membership.ts'
import { openMcpSignIn, type OpenMcpSignIn } from '#surfaces/mcp/oauth/open.ts'
import { openHubWork, type HubWork } from '../work.ts'
import { createHubServers } from '#core/serving/servers.ts'
import { readAwayHubs } from '../served-hubs.ts'
import type { BridgeSettings, Ground, Reports } from './ground.ts'

export interface Features extends AsyncDisposable {
  readonly channels: ChannelEnvironment
  readonly console: LateMount
  readonly hubCards: HubCards
  readonly changes: ChangeRequests
  noteName(this: void): void
  readonly work: HubWork
  readonly accounts: OpenConnections
  readonly artifacts: OpenArtifacts
  roster(this: void): Promise<Roster>
  readonly mcpConnections: ReturnType<typeof createMcpConnections>
  readonly isMember: ((accountId: string) => Promise<boolean>) | null
  readonly mcpSignIn: OpenMcpSignIn | null
}

/** Dispose the returned object before `ground`. */
// oxlint-disable-next-line max-lines-per-function -- one flat list of the features and their dependencies
export async function openFeatures(ground: Omit<Ground, 'telemetry'>): Promise<Features> {
  const { settings, data, permissions, reports, usage, hub, chatapp, secrets, clock } = ground
  const { environment, hubFolder, shared, bridge: config } = settings
  const { store, bus, notifications, chats } = data
  const { access, accessNotifications, accessChanges } = permissions
  const { log, events, metrics } = reports
  const common = { hub: hub.slug, store, notifications, accessChanges, chatapp, clock }

  await using parts = new AsyncDisposableStack()
  const isAllowed = config.consoleSetup
  const setups = createSetups({ store, secret: setupSecretOf(secrets), isAllowed })
  const channels = parts.use(
    await openChannelEnvironment({
      hub: hub.slug,
      environment,
      setups,
      isAllowed,
      clock: systemClock,
      onFailure: messagingEvents(log).setupsUnread,
    }),
  )
  const work = parts.use(
    await openHubWork({
      folder: { hub: hub.slug, hubFolder, onProblem: events.hubProblem, news: events.folderNews },
      data: { ...data, clock },
      host: { instance: shared.instance, hubVersion: hub.version },
      permitted: { access, accessChanges },
      chatapp,
      environment,
      channels,
    }),
  )
  parts.use(
    startQuarantineCount({
      hub: hub.slug,
      store,
      inboxes: data.inboxes,
      clock,
      onFailure: (error) =>
        void (
          isStoreUnavailable(error) || attentionEvents(log).quarantineUncounted({ reason: String(error) })
        ),
    }),
  )
  const roster = rosterOf(settings, { events, clock }, parts)
  const accounts = parts.use(
    openPersonConnections({
      ...common,
      hasJourneys: readConnectionConfig(environment).journeys,
      secret: journeySecretOf(secrets),
      publicUrl: shared.publicUrl,
      log,
    }),
  )
  const mcpConnections = parts.use(
    createMcpConnections({ store, clock, onFailure: events.mcpConnectionNotNoted }),
  )
  const group = config.mcpGroup
  const isMember = group === null ? null : createMembership({ groupsOf: chatapp.groups.of, group, clock })
  const mcpSignIn = shared.mcpSignIn
    ? openMcpSignIn({
        hub,
        store,
        access,
        isMember,
        publicUrl: shared.publicUrl,
        publicUrlIsSet: shared.publicUrlIsSet,
        hubPath: shared.hubPath,
        secret: mcpTokenSecretOf(secrets),
        clients: {
          allowed: config.mcpClientDocuments,
          allowedHosts: readBuiltInToolConfig(environment).allowedHosts,
        },
        clock,
        log,
      })
    : null
  const blobs = parts.use(await openBlobs(shared, artifactsIn(shared, clock), { store, clock, log }))
  const artifacts = parts.use(
    openArtifacts({
      ...common,
      bus,
      access,
      accessNotifications,
      chats,
      secret: secrets.linkSecret,
      blobs,
      publicUrl: shared.publicUrl,
      limits: config,
      allowOrigins: config.allowOrigins,
      counts: { published: metrics.artifactPublished, linkOpened: metrics.artifactLinkOpened },
      log,
    }),
  )
  const serving = {
    hub: hub.slug,
    instance: ground.registration.instance,
    secret: relaySecretOf(secrets),
    servers: createHubServers({ store, clock }),
  }
  const { mount, hubCards, changes, noteName } = parts.use(
    openConsole({
      data: {
        store,
        bus,
        notifications,
        clock,
        access,
        accessNotifications,
        accessChanges,
        toolDecisions: permissions.decisions,
        chatapp,
      },
      host: {
        serving,
        instance: shared.instance,
        own: settings.own,
        awayHubs: () => readAwayHubs(shared.servedHubs),
        runs: work.runs,
        async ownFeatures(sources) {
          const { ownConsoleFeatures } = await import('./console-features.ts')
          const opened = { accounts, artifacts, mcpConnections, mcpSignIn, roster, work, channels, setups }
          return ownConsoleFeatures(ground, opened, sources)
        },
      },
      budgets: usage.budgets,
      costOf: usage.prices.costOf,
      groupsLockVariable: groupsLockVariable(environment),
      accountDeletion: readAccountDeletion(environment),
      notices: {
        publicUrl: shared.publicUrl,
        secret: noticeSecretOf(secrets),
        allowedHosts: readBuiltInToolConfig(environment).allowedHosts,
      },
      setup: {
        isAllowed,
        setups,
        mail: readMailConfig(environment),
        publicUrl: shared.publicUrl,
      },
      accountMails: { secrets, shared },
      log,
    }),
  )

  const opened = parts.move()
  return {
    channels,
    console: mount,
    hubCards,
    changes,
    noteName,
    work,
    accounts,
    artifacts,
    roster,
    mcpConnections,
    isMember,
    mcpSignIn,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/**
 * A roster maps senders of messages to people. It is opened on demand, because most Hubs have none, and reading it
 * may run a script.
 */
function rosterOf(
  { hubFolder, environment }: Pick<BridgeSettings, 'hubFolder' | 'environment'>,
  { events, clock }: Pick<Reports, 'events'> & Pick<Ground, 'clock'>,
  parts: AsyncDisposableStack,
): () => Promise<Roster> {
  let opened: Promise<Roster> | undefined
  parts.defer(async () => (await opened?.catch(() => null))?.[Symbol.asyncDispose]())
  return () =>
    (opened ??= import('#features/messaging/roster/roster.ts').then(({ openRoster }) =>
      openRoster({ hubFolder, environment, clock, log: events.hubProblem, news: events.folderNews }),
    ))
}
