import { portalStatuses, UNKNOWN_STATUSES } from '#ground/api/console-statuses.ts'
import { declareRoute } from '#ground/api/declared-route.ts'

const CHANGE_REFUSALS = ['not_found', 'cross_origin'] as const

export const CONNECTION_ROUTES = {
  page: declareRoute(['GET'], '/portal/connect/:id', portalStatuses([200, 302], ['not_found'])),
  done: declareRoute(['GET'], '/portal/connect/:id/done', portalStatuses([200, 302], ['not_found'])),
  status: declareRoute(['GET'], '/portal/connect/:id/status', portalStatuses([200], ['not_found'])),
  start: declareRoute(
    ['POST'],
    '/portal/connect/:id/start',
    portalStatuses([303], [...CHANGE_REFUSALS, 'chatapp_unavailable', 'expired']),
  ),
  cancel: declareRoute(['POST'], '/portal/connect/:id/cancel', portalStatuses([200, 303], CHANGE_REFUSALS)),
  unknown: declareRoute('any', '/portal/connect', UNKNOWN_STATUSES),
  unknownBelow: declareRoute('any', '/portal/connect/*', UNKNOWN_STATUSES),
} as const
