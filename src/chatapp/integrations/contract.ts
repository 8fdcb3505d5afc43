import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import {
  AuthorizeQuery,
  ClientDocumentView,
  ClientName,
  Connectable,
  Discovered,
  Ended,
  EndedConnection,
  EndQuery,
  Entries,
  EntriesRequest,
  EntryRequest,
  NamedConnection,
  OutsideSession,
  PersonId,
  PutQuery,
  Registered,
  RegisterQuery,
  RegisterRequest,
  ServerParams,
  SessionsQuery,
} from './schema.ts'

export const listConnectable = chatRoute('get', '/api/v1/tools/', {
  summary: 'Providers at which the caller may connect an account, with the caller’s connections',
  level: 'verified',
  answer: z.array(Connectable),
})

export const readOutsideSessions = chatRoute('get', '/api/v1/users/:id/oauth/sessions', {
  refusals: ['account_missing', 'outside_connections_missing', 'provider_not_reached'],
  summary: 'A person’s connections with fresh tokens, for the Hub that uses them',
  level: 'admin',
  params: PersonId,
  query: SessionsQuery,
  answer: z.array(OutsideSession),
})

export const endConnection = chatRoute('delete', '/api/v1/auths/oauth/sessions/:name', {
  refusals: ['outside_connection_missing'],
  summary: 'End one of the caller’s connections, here and at the provider',
  level: 'any',
  params: NamedConnection,
  query: EndQuery,
  answer: EndedConnection,
})

export const listProviders = chatRoute('get', '/api/v1/configs/tool_servers', {
  summary: 'Providers that administrators set up',
  level: 'admin',
  answer: Entries,
})

export const replaceProviders = chatRoute('post', '/api/v1/configs/tool_servers', {
  refusals: ['provider_id_taken', 'provider_not_mcp', 'provider_failed'],
  summary: 'Replace all providers',
  level: 'admin',
  body: EntriesRequest,
  answer: Entries,
})

export const verifyProvider = chatRoute('post', '/api/v1/configs/tool_servers/verify', {
  refusals: ['provider_failed', 'provider_not_reached', 'connection_insecure'],
  summary: 'Test a provider without storing anything',
  level: 'admin',
  body: EntryRequest,
  answer: Discovered,
})

export const registerClient = chatRoute('post', '/api/v1/configs/oauth/clients/register', {
  refusals: ['provider_not_mcp', 'provider_failed', 'provider_not_reached', 'provider_id_taken'],
  summary: 'Register as a client of an MCP server',
  level: 'admin',
  query: RegisterQuery,
  body: RegisterRequest,
  answer: Registered,
})

export const putProvider = chatRoute('post', '/api/v1/configs/tool_servers/:server', {
  refusals: ['provider_id_taken', 'provider_missing', 'provider_failed', 'provider_not_mcp'],
  summary: 'Add or change a provider; `new=true` only adds',
  level: 'admin',
  params: ServerParams,
  query: PutQuery,
  body: EntryRequest,
  answer: Ended,
})

export const removeProvider = chatRoute('delete', '/api/v1/configs/tool_servers/:server', {
  refusals: ['provider_missing'],
  summary: 'Remove a provider and end its connections',
  level: 'admin',
  params: ServerParams,
  answer: Ended,
})

const flow = { level: 'optional', params: ClientName, raw: 'redirect', answer: z.never() } as const

export const beginAuthorization = chatRoute('get', '/oauth/clients/:name/authorize', {
  refusals: ['provider_missing', 'browser_session_needed'],
  ...flow,
  summary: 'Redirect the browser to a provider',
  query: AuthorizeQuery,
})

export const finishAuthorization = chatRoute('get', '/oauth/clients/:name/callback', {
  ...flow,
  summary: 'Redirect address that a provider returns the browser to',
})

export const readClientDocument = chatRoute('get', '/oauth/clients/:name/client.json', {
  refusals: ['client_document_missing'],
  summary:
    'The client ID metadata document of this service for one provider; 404 without a public https address',
  level: 'open',
  params: NamedConnection,
  answer: ClientDocumentView,
})
