import { declareRoute } from '#ground/api/declared-route.ts'
import type { Statuses } from '#ground/api/statuses.ts'
import { SIGN_IN_PATH } from './oauth/addresses.ts'

const MCP_STATUSES: Statuses = {
  200: [],
  202: [],
  204: [],
  400: [],
  401: [],
  403: [],
  404: [],
  405: [],
  406: [],
  413: [],
  415: [],
  429: [],
  500: [],
  503: [],
  507: [],
}

export const MCP_ROUTES = {
  keys: declareRoute('any', '/mcp', MCP_STATUSES),
  signIn: declareRoute('any', `/mcp${SIGN_IN_PATH}`, MCP_STATUSES),
} as const
