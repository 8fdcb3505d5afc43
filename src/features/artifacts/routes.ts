import type { ConsoleApp } from '#ground/api/console-app.ts'
import { unwrap } from '#ground/api/errors.ts'
import { listOrder } from '#ground/api/list-start.ts'
import type { PortalFeature } from '#ground/api/portal.ts'
import { viewerOf } from './artifact.ts'
import type { Artifacts } from './artifacts.ts'
import { checkedAudience } from './audience.ts'
import { candidatesFor, type CandidatesDeps } from './candidates.ts'
import { publishChatFile, type FindChatFiles } from './chat-file.ts'
import { contentRoutes } from './content-routes.ts'
import {
  changeLink,
  deleteArtifact,
  findCandidates,
  listArtifacts,
  listPublished,
  publishFromChat,
  readArtifact,
  restoreVersion,
  shareArtifact,
  watchArtifact,
} from './contract.ts'
import { ARTIFACT_ROUTES } from './declared-routes.ts'
import type { Directory } from './directory.ts'
import { follow, type LiveParts } from './live.ts'
import { publicRoutes } from './public-routes.ts'
import { uploadRoute } from './upload-route.ts'
import { ARTIFACT_SORT } from '#ground/api/list-sorts.ts'
import type { ViewingCookie } from './viewing-cookie.ts'
import { createViews, versionView, type ViewDeps } from './view.ts'

export interface ArtifactRoutesDeps
  extends Pick<ViewDeps, 'hubNames' | 'namesOf' | 'now'>, Omit<LiveParts, 'artifacts'> {
  artifacts: Artifacts
  directory: Directory
  searchPeople: CandidatesDeps['searchPeople']
  chatFiles: FindChatFiles
  cookie: ViewingCookie
  /** `consume` returns 0 if the client at `address` may open a public link now, otherwise the seconds until it may. */
  openings: { consume(address: string): number }
  linkOrigin: string
  /** HTML artifacts may load resources from these origins. */
  allowOrigins: readonly string[]
  /** Maximum sizes in bytes. */
  most: { upload: number; chatFile: number }
}

export const artifactPages = (deps: ArtifactRoutesDeps): PortalFeature => ({
  routes(app, portal) {
    const prefix = '/artifacts'
    void app.register(async (open) => jsonRoutes(portal.api(open, ARTIFACT_ROUTES.unknownInApi), deps), {
      prefix,
    })
    void app.register(async (open) => contentRoutes(open, portal, deps), { prefix })
    void app.register(async (open) => uploadRoute(open, portal, { ...deps, views: createViews(deps) }), {
      prefix,
    })
    void app.register(async (open) => publicRoutes(open, portal, deps), { prefix: '/p' })
  },
})

function jsonRoutes(api: ConsoleApp, deps: ArtifactRoutesDeps): void {
  const { artifacts, directory } = deps
  const views = createViews(deps)

  api.handle(listArtifacts, async ({ caller, query: { limit, offset, sort, from, ...filter } }) => {
    const viewer = viewerOf(caller)
    const order = listOrder(ARTIFACT_SORT, { sort, from })
    const { items, total, totalIsExact } = await artifacts.list(
      viewer,
      { ...filter, order },
      { limit, offset },
    )
    return { items: await views.many(items, viewer), total, total_is_exact: totalIsExact, offset, limit }
  })
  api.handle(publishFromChat, async ({ caller, body }) => {
    const viewer = viewerOf(caller)
    return views.one(unwrap(await publishChatFile(deps, viewer, body)), viewer)
  })
  api.handle(listPublished, async ({ caller, query: { hub, chat_id: chat } }) => {
    const viewer = viewerOf(caller)
    const found = await artifacts.publishedFrom(viewer, hub, chat)
    const shown = await views.many(
      found.map(({ artifact }) => artifact),
      viewer,
    )
    return { items: found.map(({ filename }, n) => ({ filename, artifact: shown[n]! })) }
  })
  api.handle(readArtifact, async ({ caller, params: { id } }) => {
    const viewer = viewerOf(caller)
    const { artifact } = unwrap(await artifacts.gate.see(viewer, id))
    const [view, versions] = [await views.one(artifact, viewer), await artifacts.versions(artifact)]
    return { ...view, versions: versions.map(versionView) }
  })
  api.handle(watchArtifact, async ({ caller, params: { id } }) => {
    unwrap(await artifacts.gate.see(viewerOf(caller), id))
    return follow(deps, viewerOf(caller), id)
  })
  api.handle(findCandidates, async ({ caller, params: { id }, query: { q } }) => {
    const artifact = unwrap(await artifacts.gate.own(viewerOf(caller), id))
    return candidatesFor({ gate: artifacts.gate, directory, searchPeople: deps.searchPeople }, artifact, q)
  })
  api.handle(shareArtifact, async ({ caller, params: { id }, body, requestId }) => {
    const viewer = viewerOf(caller)
    const own = unwrap(await artifacts.gate.own(viewer, id))
    const before = await artifacts.sharing.members(own)
    const members = unwrap(await checkedAudience({ gate: artifacts.gate, directory }, own, body, before))
    return views.one(unwrap(await artifacts.setAudience(viewer, id, members, requestId)), viewer)
  })
  api.handle(changeLink, async ({ caller, params: { id }, body: { action, days }, requestId }) => {
    const viewer = viewerOf(caller)
    if (action === 'revoke') {
      unwrap(await artifacts.revokeLink(viewer, id, requestId))
      return { link: null }
    }
    const { link, token } = unwrap(await artifacts.createLink(viewer, id, days, requestId))
    return { link: views.link(link, true), url: `${deps.linkOrigin}/portal/p/#${token}` }
  })
  api.handle(restoreVersion, async ({ caller, params: { id }, body: { version } }) => {
    const viewer = viewerOf(caller)
    return views.one(unwrap(await artifacts.restore(viewer, id, version)), viewer)
  })
  api.handle(deleteArtifact, async ({ caller, params: { id }, requestId }) => {
    unwrap(await artifacts.remove(viewerOf(caller), id, requestId))
    return { deleted: true as const }
  })
}
