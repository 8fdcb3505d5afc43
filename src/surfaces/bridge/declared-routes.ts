import type { HTTPMethods } from 'fastify'
import { PUBLIC_KEYS_PATH } from '#ground/hub/public-keys-path.ts'
import { declareRoute, type DeclaredRoute } from '#ground/api/declared-route.ts'
import { statusesOf, type Statuses } from '#ground/api/statuses.ts'
import {
  ANY_ROUTE_ERRORS,
  BUDGET_ERRORS,
  CALLER_ERRORS,
  CHAT_ERRORS,
  TURN_ERRORS,
  type ChatErrorCode,
} from '#ground/turn/errors/schema.ts'

const FILE_ERRORS = [...CALLER_ERRORS, ...BUDGET_ERRORS, 'invalid_link', 'not_found'] as const
const STORED_ERRORS = [...CALLER_ERRORS, 'response_not_found', 'unsupported'] as const
const MODEL_ERRORS = [...ANY_ROUTE_ERRORS, 'model_not_found'] as const
const RESPONSE_ERRORS = [...TURN_ERRORS, 'previous_response_not_found', 'item_not_found'] as const
const NOT_OFFERED = [...ANY_ROUTE_ERRORS, 'unsupported'] as const

export const BRIDGE_ROUTES = {
  readHealth: route('GET', '/healthz', []),
  readReadiness: route('GET', '/readyz', ['draining', 'store_unavailable']),
  readMetrics: route('GET', '/metrics', []),
  readPublicKeys: route('GET', PUBLIC_KEYS_PATH, []),
  storeTraces: declareRoute(['POST'], '/otel/v1/traces', { 200: [] }),
  listModels: route('GET', '/v1/models'),
  readModel: route('GET', '/v1/models/:id', MODEL_ERRORS),
  readModelWithSlash: route('GET', '/v1/models/*', MODEL_ERRORS, []),
  listHubs: route('GET', '/v1/hubs'),
  readAbout: route('GET', '/v1/about', CALLER_ERRORS),
  listPrompts: route('GET', '/v1/prompts', CALLER_ERRORS),
  listClosedHubs: route('GET', '/v1/closed-hubs', CALLER_ERRORS),
  listNotes: route('GET', '/v1/memory', ['invalid_identity', ...ANY_ROUTE_ERRORS]),
  answerQuestion: route('POST', '/v1/questions/:id', [...CALLER_ERRORS, 'invalid_answer']),
  complete: route('POST', '/v1/chat/completions', TURN_ERRORS),
  respond: route('POST', '/v1/responses', RESPONSE_ERRORS),
  readResponse: route('GET', '/v1/responses/:id', STORED_ERRORS),
  deleteResponse: route('DELETE', '/v1/responses/:id', STORED_ERRORS),
  listInputItems: route('GET', '/v1/responses/:id/input_items', STORED_ERRORS),
  cancelResponse: route('POST', '/v1/responses/:id/cancel', STORED_ERRORS, []),
  countInputTokens: route('POST', '/v1/responses/input_tokens', NOT_OFFERED, []),
  compactResponse: route('POST', '/v1/responses/compact', NOT_OFFERED, []),
  upload: route('POST', '/uploads/:chat_id/:filename', [...CALLER_ERRORS, ...BUDGET_ERRORS, 'bad_filename']),
  readFile: route(['GET', 'HEAD'], '/artifacts/:chat_id/:filename', FILE_ERRORS, [200, 206, 304, 416]),
  createFileLink: route('POST', '/artifacts/:chat_id/:filename/link', FILE_ERRORS),
  revokeFileLinks: route('DELETE', '/artifacts/:chat_id/links', FILE_ERRORS),
  unknownFile: declareRoute('any', '/artifacts/*', {
    404: ['unknown_url'],
    405: ['method_not_allowed'],
  }),
} as const satisfies Record<string, DeclaredRoute>

function route(
  methods: HTTPMethods | readonly HTTPMethods[],
  path: string,
  codes: readonly ChatErrorCode[] = ANY_ROUTE_ERRORS,
  good: readonly number[] = [200],
): DeclaredRoute {
  const statuses: Statuses = {
    400: [],
    ...statusesOf(good, codes, (code) => CHAT_ERRORS[code].statuses),
  }
  return declareRoute([methods].flat(), path, statuses)
}
