import type { Access } from '#core/access/access.ts'
import type { AccessNotifications } from '#core/access/access-notifications.ts'
import type { Tool } from '#core/agent/tools/tool.ts'
import type { PortalFeature } from '#ground/api/portal.ts'
import { createArtifacts } from './artifacts.ts'
import type { CandidatesDeps } from './candidates.ts'
import { createContents } from './contents.ts'
import { createDirectory } from './directory.ts'
import { artifactEvents } from './log-events.ts'
import { startOwnerCheck } from './deleted-owners.ts'
import { createOwnArtifacts, type OwnArtifacts } from './resources.ts'
import { originOf } from './origin.ts'
import { artifactTools } from './tools.ts'
import { createViewingCookie } from './viewing-cookie.ts'
import type { ViewDeps } from './view.ts'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Blobs } from '#ground/blobs/blobs.ts'
import { startSweeps } from '#ground/blobs/sweeps.ts'
import { newOrderedId, newToken } from '#ground/base/ids.ts'
import type { Bus } from '#ground/bus/bus.ts'
import type { Log } from '#ground/base/log.ts'
import { createRateLimit } from '#ground/base/rate-limit.ts'
import type { CallerChats } from '#core/chats/chats.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { Store } from '#ground/store/store.ts'
import type { Surface } from '#ground/identity/caller.ts'

export interface ArtifactsDeps {
  hub: string
  store: Store
  access: Access
  accessNotifications: AccessNotifications
  accessChanges: AccessChanges
  chatapp: ChatappClient
  chats: CallerChats
  /** This secret signs the cookies of public links. */
  secret: string
  blobs: Blobs
  /** Public address without a path. */
  publicUrl: string
  limits: { maxUploadBytes: number; artifactBytesPerPerson: number }
  /** HTML artifacts may load resources from these origins. */
  allowOrigins: readonly string[]
  counts: { published(): void; linkOpened(): void }
  bus: Bus
  clock: Clock
  log: Log
}

export type PageSources = Pick<ViewDeps, 'hubNames' | 'namesOf'> & Pick<CandidatesDeps, 'searchPeople'>

export interface OpenArtifacts extends AsyncDisposable {
  pages(this: void, sources: PageSources): Promise<PortalFeature>
  readonly tools: readonly Tool[]
  readonly own: OwnArtifacts
}

const MAX_CHAT_FILE_BYTES = 2 * 1024 ** 3

export function openArtifacts(parts: ArtifactsDeps): OpenArtifacts {
  const { hub, store, chatapp, chats, clock, blobs, publicUrl, limits } = parts
  const events = artifactEvents(parts.log)
  const contents = createContents({ blobs, store })
  const directory = createDirectory({ chatapp, clock })
  const artifacts = createArtifacts({
    ...parts,
    contents,
    directory,
    newId: newOrderedId,
    newToken,
    bytesPerPerson: limits.artifactBytesPerPerson,
  })
  const onFailure = (error: unknown) => events.sweepFailed({ error })
  const sweeps = startSweeps({ blobs, clock, sweep: contents.sweep, onFailure })
  const watch = startOwnerCheck({
    ...parts,
    sharing: artifacts.sharing,
    hasAccount: async (id) => {
      const answer = await chatapp.accounts.get(id)
      if (answer.ok || answer.refusal.code === 'missing') return answer.ok
      throw new Error(`The web chat could not be queried for an account: ${answer.refusal.code}`)
    },
    onFailure: (error) => events.ownerCheckFailed({ error }),
  })
  return {
    async pages(sources) {
      const { artifactPages } = await import('./routes.ts')
      return artifactPages({
        ...sources,
        bus: parts.bus,
        accessNotifications: parts.accessNotifications,
        clock,
        artifacts,
        directory,
        chatFiles: async (slug, chat, filename, email) => {
          if (slug !== hub) return null
          const files = await chats.ownFiles(chat, { email, surface: 'chatapp', groups: [] })
          const file = (await files?.open(filename)) ?? null
          return files && file && { file, origin: originOf(files.folder, file.filename) }
        },
        cookie: createViewingCookie({ secret: parts.secret, now: clock.now }),
        openings: createRateLimit({ burst: 30, perSecond: 0.5, clock }),
        linkOrigin: publicUrl,
        allowOrigins: parts.allowOrigins,
        most: { upload: limits.maxUploadBytes, chatFile: MAX_CHAT_FILE_BYTES },
        now: clock.now,
      })
    },
    tools: artifactTools({
      hub,
      artifacts,
      directory,
      linkTo: artifactLinks(publicUrl),
      mostBytes: MAX_CHAT_FILE_BYTES,
    }),
    own: createOwnArtifacts({ hub, artifacts, directory }),
    async [Symbol.asyncDispose]() {
      await watch[Symbol.asyncDispose]()
      await sweeps[Symbol.asyncDispose]()
    },
  }
}

/** Relative for the web chat, which has the same address as the artifact pages; absolute for other surfaces. */
const artifactLinks =
  (publicUrl: string) =>
  (id: string, surface: Surface): string => {
    const path = `/portal/artifacts/${encodeURIComponent(id)}`
    return surface === 'chatapp' ? path : publicUrl.replace(/\/+$/, '') + path
  }
