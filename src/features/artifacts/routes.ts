import type { ConsoleApp } from '#ground/api/route.ts'
import type { PortalFeature } from '#ground/api/portal.ts'
import { viewerOf } from './artifact.ts'
import type { Artifacts } from './artifacts.ts'
import { checkedAudience } from './audience.ts'
import { candidatesFor, type CandidatesDeps } from './candidates.ts'
import { publishChatFile, type FindChatFiles } from './chat-file.ts'
import { contentRoutes } from './content-routes.ts'
import type { Directory } from './directory.ts'
import { follow } from './live.ts'
import { publicRoutes } from './public-routes.ts'
import {
  ArtifactCandidates,
  ArtifactDeleted,
  ArtifactDetail,
  ArtifactEvent,
  ArtifactPage,
  ArtifactParams,
  ArtifactQuery,
  ArtifactView,
  AudienceForm,
  CandidatesQuery,
  ChatFileForm,
  LinkAnswer,
  LinkForm,
} from './schema.ts'
import { uploadRoute } from './upload-route.ts'
import type { ViewingCookie } from './viewing-cookie.ts'
import { createViews, versionView, type ViewDeps } from './view.ts'

export interface ArtifactRoutesDeps extends Pick<ViewDeps, 'hubNames' | 'namesOf' | 'now'> {
  artifacts: Artifacts
  directory: Directory
  searchPeople: CandidatesDeps['searchPeople']
  chatFiles: FindChatFiles
  cookie: ViewingCookie
  /** How often links may be opened from one address: seconds to wait, 0 for none. */
  openings: { take(address: string): number }
  /** Origin of links that are handed on. */
  linkOrigin: string
  /** Validated origins that HTML may load from. */
  allowOrigins: readonly string[]
  /** Bytes of an upload, and of a chat file that is published. */
  most: { upload: number; chatFile: number }
}

/** `/portal/artifacts` with its JSON routes, and public links at `/portal/p`. */
export const artifactPages = (deps: ArtifactRoutesDeps): PortalFeature => ({
  routes(app, portal) {
    const prefix = '/artifacts'
    void app.register(
      async (open) => jsonRoutes(portal.api(open, { feature: 'Artifacts', section: prefix }), deps),
      { prefix },
    )
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
  const [level, params] = ['person' as const, ArtifactParams]
  const byId = { level, params, refusals: ['not_found' as const] }

  api.get(
    '/api',
    { summary: 'Artifacts you may see, newest first', level, query: ArtifactQuery, answer: ArtifactPage },
    async ({ caller, query: { limit, offset, ...filter } }) => {
      const viewer = viewerOf(caller)
      const { items, total } = await artifacts.list(viewer, filter, { limit, offset })
      return { items: await views.many(items, viewer), total, offset, limit }
    },
  )
  api.post(
    '/api/from-chat-file',
    {
      summary: 'Publish a file of one of your chats, as a new artifact or as a new version of one of yours',
      level,
      body: ChatFileForm,
      answer: ArtifactView,
      status: 201,
      refusals: ['not_found', 'too_large'],
    },
    async ({ caller, body }) => {
      const viewer = viewerOf(caller)
      return views.one(await publishChatFile(deps, viewer, body), viewer)
    },
  )
  api.get(
    '/api/:id',
    { summary: 'An artifact, with its sharing settings for its owner', ...byId, answer: ArtifactDetail },
    async ({ caller, params: { id } }) => {
      const viewer = viewerOf(caller)
      const { artifact } = await artifacts.gate.see(viewer, id)
      const [view, versions] = [await views.one(artifact, viewer), await artifacts.versions(artifact)]
      return { ...view, versions: versions.map(versionView) }
    },
  )
  api.get(
    '/api/:id/live',
    {
      summary:
        'What happens to an artifact: `artifact` at once and with each change, `gone` when access ends',
      ...byId,
      answer: ArtifactEvent,
      isStream: true,
    },
    async ({ caller, params: { id } }) => {
      await artifacts.gate.see(viewerOf(caller), id)
      return follow(artifacts, viewerOf(caller), id)
    },
  )
  api.get(
    '/api/:id/candidates',
    {
      summary: 'People and groups an artifact can be shared with',
      ...byId,
      query: CandidatesQuery,
      answer: ArtifactCandidates,
    },
    async ({ caller, params: { id }, query: { q } }) => {
      const artifact = await artifacts.gate.own(viewerOf(caller), id)
      return candidatesFor({ gate: artifacts.gate, directory, searchPeople: deps.searchPeople }, artifact, q)
    },
  )
  api.post(
    '/api/:id/audience',
    { summary: 'Say who may see one of your artifacts', ...byId, body: AudienceForm, answer: ArtifactView },
    async ({ caller, params: { id }, body, requestId }) => {
      const viewer = viewerOf(caller)
      const own = await artifacts.gate.own(viewer, id)
      const before = await artifacts.sharing.members(own)
      const members = await checkedAudience({ gate: artifacts.gate, directory }, own, body, before)
      return views.one(await artifacts.setAudience(viewer, id, members, requestId), viewer)
    },
  )
  api.post(
    '/api/:id/link',
    {
      summary: 'Make a public link to one of your artifacts, in the place of the one before, or take it away',
      ...byId,
      body: LinkForm,
      answer: LinkAnswer,
    },
    async ({ caller, params: { id }, body: { action, days }, requestId }) => {
      const viewer = viewerOf(caller)
      if (action === 'revoke') {
        await artifacts.revokeLink(viewer, id, requestId)
        return { link: null }
      }
      const { link, token } = await artifacts.createLink(viewer, id, days, requestId)
      return { link: views.link(link, true), url: `${deps.linkOrigin}/portal/p/#${token}` }
    },
  )
  api.delete(
    '/api/:id',
    { summary: 'Delete one of your artifacts, with all versions', ...byId, answer: ArtifactDeleted },
    async ({ caller, params: { id }, requestId }) => {
      await artifacts.remove(viewerOf(caller), id, requestId)
      return { deleted: true as const }
    },
  )
}
