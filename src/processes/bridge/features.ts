import { join } from 'node:path'
import type { HubCards } from '#core/access/hub-cards.ts'
import { openMemory, type Memory } from '#core/agent/memory/memory.ts'
import { memoryFeature } from '#core/agent/memory/routes.ts'
import { newId } from '#ground/base/ids.ts'
import type { Changes } from '#features/changes/changes.ts'
import type { Mount } from '#surfaces/console/console.ts'
import { inboxFeature } from '#core/inbox/routes.ts'
import { createConnections as createMcpConnections } from '#surfaces/mcp/connections/connections.ts'
import { mcpFeature } from '#surfaces/mcp/connections/routes.ts'
import { openArtifacts, type OpenArtifacts } from '../artifacts.ts'
import { readConnectionConfig } from '../config/connections.ts'
import { openConnections, type OpenConnections } from '../connections.ts'
import { openConsole } from '../console.ts'
import { openHubInbox } from '../inbox.ts'
import { openMembership } from '../mcp-entry.ts'
import { openMcpSignIn, type OpenMcpSignIn } from '../mcp-sign-in.ts'
import { openScheduledWork, type ScheduledWork } from '../scheduled-work.ts'
import type { Ground } from './ground.ts'

/** What a Hub has beside its agent: memory, work, artifacts, outside accounts, and the Console over all of it. */
export interface Features extends AsyncDisposable {
  readonly console: Mount
  readonly hubCards: HubCards
  readonly changes: Changes
  readonly memory: Memory
  readonly work: ScheduledWork
  readonly accounts: OpenConnections
  readonly artifacts: OpenArtifacts
  readonly mcpConnections: ReturnType<typeof createMcpConnections>
  readonly isMember: ReturnType<typeof openMembership>
  /** Null unless programs may sign in by a page. */
  readonly mcpSignIn: OpenMcpSignIn | null
}

/** Close it before the ground it stands on. */
export async function openFeatures(ground: Ground): Promise<Features> {
  const { environment, hubFolder, shared, own, config, clock, log, events, metrics } = ground
  const { secrets, store, hub, access, accessChanges, decisions, usage, chats, chatapp } = ground
  const common = { hub: hub.slug, store, accessChanges, chatapp, clock }

  await using parts = new AsyncDisposableStack()
  const memory = openMemory({ folder: join(hubFolder, '.memory'), clock, newId })
  const work = parts.use(
    await openScheduledWork({
      ...common,
      hubFolder,
      environment,
      access,
      onProblem: events.hubProblem,
      news: events.folderNews,
    }),
  )
  const inbox = openHubInbox({
    ...common,
    hubFolder,
    environment,
    endpoints: work.endpoints,
    handledBy: work.handledBy,
    onWatchFailure: events.inboxUnwatched,
  })
  const accounts = parts.use(
    openConnections({
      ...common,
      config: readConnectionConfig(environment),
      publicUrl: shared.publicUrl,
      secrets,
      log,
    }),
  )
  const mcpConnections = parts.use(
    createMcpConnections({ store, clock, onFailure: events.mcpConnectionNotNoted }),
  )
  const isMember = openMembership(config, { chatapp, clock })
  const mcpSignIn = shared.mcpSignIn
    ? openMcpSignIn({ hub, store, access, isMember, shared, clock, log })
    : null
  const artifacts = parts.use(
    await openArtifacts({
      ...common,
      access,
      chats,
      secrets,
      shared,
      config,
      counts: { published: metrics.artifactPublished, linkOpened: metrics.artifactLinkOpened },
      log,
    }),
  )
  const { mount, hubCards, changes } = parts.use(
    openConsole({
      ...common,
      log,
      access,
      toolDecisions: decisions,
      budgets: usage.budgets,
      own,
      runs: work.runs,
      features: [
        memoryFeature(new Map([[hub.slug, memory]])),
        inboxFeature(new Map([[hub.slug, inbox]])),
        mcpFeature(mcpConnections),
        ...(mcpSignIn ? [mcpSignIn.feature] : []),
        work.feature,
        accounts.feature,
      ],
      portals: [accounts.pages],
      artifacts,
    }),
  )

  const opened = parts.move()
  return {
    console: mount,
    hubCards,
    changes,
    memory,
    work,
    accounts,
    artifacts,
    mcpConnections,
    isMember,
    mcpSignIn,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
