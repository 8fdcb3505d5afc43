import { declareRoute } from '#ground/api/declared-route.ts'
import type { Statuses } from '#ground/api/statuses.ts'
import {
  KEY_METADATA_PATH,
  REGISTER_PATH,
  REVOKE_PATH,
  SIGN_IN_PATH,
  TOKEN_PATH,
  type WellKnown,
} from './addresses.ts'

const withErrors = (good: Statuses): Statuses => ({ ...good, 400: [], 500: [], 503: [], 507: [] })
const POST_ERRORS: Statuses = { 413: [], 415: [], 429: [] }
const PREFLIGHT = withErrors({ 204: [] })
const DOCUMENT = withErrors({ 200: [] })

const wellKnown = (document: WellKnown): `/${string}` => `/.well-known/${document}/mcp${SIGN_IN_PATH}`

export const MCP_SIGN_IN_ROUTES = {
  register: declareRoute(['POST'], `/mcp${REGISTER_PATH}`, withErrors({ 201: [], ...POST_ERRORS })),
  registerPreflight: declareRoute(['OPTIONS'], `/mcp${REGISTER_PATH}`, PREFLIGHT),
  token: declareRoute(['POST'], `/mcp${TOKEN_PATH}`, withErrors({ 200: [], 401: [], ...POST_ERRORS })),
  tokenPreflight: declareRoute(['OPTIONS'], `/mcp${TOKEN_PATH}`, PREFLIGHT),
  revoke: declareRoute(['POST'], `/mcp${REVOKE_PATH}`, withErrors({ 200: [], ...POST_ERRORS })),
  keyMetadata: declareRoute(['GET'], `/mcp${KEY_METADATA_PATH}`, DOCUMENT),
  keyMetadataPreflight: declareRoute(['OPTIONS'], `/mcp${KEY_METADATA_PATH}`, PREFLIGHT),
  resource: declareRoute(['GET'], wellKnown('oauth-protected-resource'), DOCUMENT),
  resourcePreflight: declareRoute(['OPTIONS'], wellKnown('oauth-protected-resource'), PREFLIGHT),
  server: declareRoute(['GET'], wellKnown('oauth-authorization-server'), DOCUMENT),
  serverPreflight: declareRoute(['OPTIONS'], wellKnown('oauth-authorization-server'), PREFLIGHT),
} as const
