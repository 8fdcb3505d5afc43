import { join } from 'node:path'
import { memoryFeature } from '#core/agent/memory/routes.ts'
import { inboxFeature } from '#core/inbox/routes.ts'
import { mcpFeature } from '#surfaces/mcp/connections/routes.ts'
import { createEditableFiles, type FilesDeps } from '#features/files/files.ts'
import { filesFeature } from '#features/files/routes.ts'
import { openHubMessages } from '#features/messaging/hub-messages.ts'
import { messagingFeature } from '#features/messaging/routes.ts'
import { rosterFeature } from '#features/messaging/roster/routes.ts'
import { createRoster } from '#features/messaging/roster/lists.ts'
import { createSetupChanges } from '#core/setups/changes.ts'
import type { Setups } from '#core/setups/setups.ts'
import { createChannelSetups } from '#features/messaging/setup/channel-setups.ts'
import { channelSetupsFeature } from '#features/messaging/setup/routes.ts'
import type { ChannelEnvironment } from '#features/messaging/setup/channel-environment.ts'
import { CHANNELS, CHANNEL_NAMES, type ChannelName } from '#ground/hub/channels.ts'
import { addressProblemBy } from '../address-problem.ts'
import { readBuiltInToolConfig } from '../config/built-in-tools.ts'
import { readInboundConfig } from '../config/inbound.ts'
import { noticesOf, testWaitsOf } from '../inboxes.ts'
import { openHubInbox } from '#core/inbox/hub-inbox.ts'
import { eventRuns } from '#features/work/runs/claimed-events.ts'
import { checkHubFile } from './check-hub-file.ts'
import type { BridgeSettings, Ground } from './ground.ts'
import type { OwnFeatures } from '../console-mount.ts'
import type { PageSources } from '#features/artifacts/open.ts'
import type { OpenArtifacts } from '#features/artifacts/open.ts'
import type { OpenConnections } from '#features/connections/open.ts'
import type { ConnectedPrograms } from '#surfaces/mcp/connections/connections.ts'
import type { OpenMcpSignIn } from '#surfaces/mcp/oauth/open.ts'
import type { Roster } from '#features/messaging/roster/roster.ts'
import type { HubWork } from '../work.ts'

type ConsoleGround = Pick<
  Ground,
  'settings' | 'data' | 'permissions' | 'reports' | 'hub' | 'chatapp' | 'clock'
>

interface Opened {
  accounts: OpenConnections
  artifacts: OpenArtifacts
  mcpConnections: ConnectedPrograms
  mcpSignIn: OpenMcpSignIn | null
  roster(this: void): Promise<Roster>
  work: HubWork
  channels: ChannelEnvironment
  setups: Setups
}

export async function ownConsoleFeatures(
  { settings, data, permissions, reports, hub, chatapp, clock }: ConsoleGround,
  { accounts, artifacts, mcpConnections, mcpSignIn, roster, work, channels, setups }: Opened,
  sources: PageSources,
): Promise<OwnFeatures> {
  const { environment, hubFolder, shared } = settings
  const { store, notifications, inboxes, memory } = data
  const { accessChanges } = permissions
  const common = { hub: hub.slug, store, notifications, accessChanges, clock }
  const inbox = openHubInbox({
    ...common,
    hubFolder,
    inboxes,
    notices: await noticesOf(shared, { store }),
    waits: await testWaitsOf(shared, { store }),
    publicUrl: shared.publicUrl,
    receiver: shared.addresses.inbound,
    ...eventRuns(store, hub.slug),
    endpoints: work.endpoints,
    handledBy: work.handledBy,
    takerOf: work.takerOf,
    onWatchFailure: reports.events.inboxUnwatched,
  })
  const messages = openHubMessages({ ...common, inboxes, channels, publicUrl: shared.publicUrl })
  const channelSetups = createChannelSetups({
    hub: hub.slug,
    environment,
    served: servedChannels(environment),
    publicUrl: shared.publicUrl,
    setups,
    changes: createSetupChanges({
      store,
      clock,
      accessChanges,
      setups,
      isAllowed: settings.bridge.consoleSetup,
    }),
    channels,
    addressProblem: addressProblemBy(readBuiltInToolConfig(environment).allowedHosts),
    clock,
  })
  const who = createRoster({ ...common, accounts: chatapp.accounts, roster })
  return {
    features: [
      memoryFeature(new Map([[hub.slug, memory]])),
      filesFeature(new Map([[hub.slug, filesOf(settings, { hub, store, accessChanges, clock })]])),
      inboxFeature(new Map([[hub.slug, inbox]])),
      channelSetupsFeature(new Map([[hub.slug, channelSetups]])),
      messagingFeature(new Map([[hub.slug, messages]])),
      rosterFeature(new Map([[hub.slug, who]])),
      mcpFeature(mcpConnections),
      ...(mcpSignIn ? [await mcpSignIn.feature()] : []),
      await work.feature(),
      await accounts.feature(),
    ],
    portals: [await artifacts.pages(sources), await accounts.pages()],
  }
}

const servedChannels = (environment: BridgeSettings['environment']): ChannelName[] => {
  const served = new Set<string>(readInboundConfig(environment).surfaces.map(([name]) => name))
  return CHANNEL_NAMES.filter((name) => served.has(CHANNELS[name].option))
}

const filesOf = (
  { hubFolder, shared, bridge }: Pick<BridgeSettings, 'hubFolder' | 'shared' | 'bridge'>,
  { hub, ...records }: Pick<Ground, 'hub'> & Pick<FilesDeps, 'store' | 'accessChanges' | 'clock'>,
) =>
  createEditableFiles({
    ...records,
    hub: hub.slug,
    hubFolder,
    keptFolder: join(shared.dataFolder, 'kept-files', hub.slug),
    mayEdit: bridge.editHubs && shared.hubSource === 'folder', // otherwise the next published version would overwrite the edit
    check: (path, text) => checkHubFile(hub.folderName, path, text),
    problems: hub.problems,
  })
