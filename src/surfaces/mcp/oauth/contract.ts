import { route } from '#ground/api/contract.ts'
import {
  McpAuthorization,
  McpAuthorizationQuery,
  McpDecided,
  McpDecision,
  McpSignInParams,
  McpSignInRevoked,
  McpSignIns,
} from './schema.ts'

export const readMcpAuthorization = route('get', '/mcp-authorization', {
  summary: 'Access that a program requests from the caller',
  level: 'person',
  query: McpAuthorizationQuery,
  isLive: true,
  answer: McpAuthorization,
  refusals: ['not_found'],
})

export const decideMcpAuthorization = route('post', '/mcp-authorization', {
  summary: 'Allow or deny a program the use of a Hub in the caller’s name',
  level: 'person',
  body: McpDecision,
  isLive: true,
  answer: McpDecided,
  refusals: ['not_found'],
})

export const listMcpSignIns = route('get', '/mcp-sign-ins', {
  summary: 'Programs that the caller allowed, newest first',
  level: 'person',
  answer: McpSignIns,
})

export const endMcpSignIn = route('delete', '/mcp-sign-ins/:id', {
  summary: 'End a program’s access',
  level: 'person',
  params: McpSignInParams,
  answer: McpSignInRevoked,
})
