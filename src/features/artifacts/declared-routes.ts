import { portalStatuses, UNKNOWN_STATUSES } from '#ground/api/console-statuses.ts'
import { declareRoute } from '#ground/api/declared-route.ts'

const READS = ['GET', 'HEAD'] as const
const FILE = portalStatuses([200, 206, 302, 304, 416], ['not_found'])

export const ARTIFACT_ROUTES = {
  unknownInApi: declareRoute('any', '/portal/artifacts/api/*', UNKNOWN_STATUSES),
  page: declareRoute(READS, '/portal/artifacts/:id', portalStatuses([200, 302, 304], ['not_found'])),
  content: declareRoute(READS, '/portal/artifacts/:id/content', FILE),
  download: declareRoute(READS, '/portal/artifacts/:id/download', FILE),
  upload: declareRoute(
    ['POST'],
    '/portal/artifacts/api/upload',
    portalStatuses([201], ['not_found', 'cross_origin']),
  ),
} as const

export const PUBLIC_LINK_ROUTES = {
  page: declareRoute(READS, '/portal/p/', portalStatuses([200, 304, 308])),
  open: declareRoute(['POST'], '/portal/p/open', portalStatuses([200], ['not_found', 'media_type'])),
  content: declareRoute(READS, '/portal/p/:id/content', FILE),
  download: declareRoute(READS, '/portal/p/:id/download', FILE),
  unknown: declareRoute('any', '/portal/p/*', UNKNOWN_STATUSES),
} as const
