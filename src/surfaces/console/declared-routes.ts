import { portalStatuses, UNKNOWN_STATUSES } from '#ground/api/console-statuses.ts'
import { declareRoute } from '#ground/api/declared-route.ts'

export const CONSOLE_ROUTES = {
  app: declareRoute(['GET'], '/portal', { 308: [] }),
  page: declareRoute(['GET', 'HEAD'], '/portal/*', portalStatuses([200, 304], ['not_found'])),
  unknownOfApi: declareRoute('any', '/portal/api', UNKNOWN_STATUSES),
  unknownInApi: declareRoute('any', '/portal/api/*', UNKNOWN_STATUSES),
} as const
