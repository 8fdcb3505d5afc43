import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import { AccountId } from '#chatapp/accounts/schema.ts'
import {
  FrontChannelQuery,
  Identities,
  LoginQuery,
  LogoutForm,
  ProviderParams,
  ReleaseRequest,
} from './schema.ts'

const browsed = { level: 'open', params: ProviderParams, raw: 'redirect', answer: z.never() } as const

export const beginSignIn = chatRoute('get', '/oauth/:provider/login', {
  ...browsed,
  summary: 'Send the browser to an identity provider',
  query: LoginQuery,
})

export const finishSignIn = chatRoute('get', '/oauth/:provider/callback', {
  ...browsed,
  summary: 'Where an identity provider sends it back to',
})

export const backChannelLogout = chatRoute('post', '/oauth/:provider/backchannel', {
  ...browsed,
  raw: 'notice',
  summary:
    'A provider ends sessions that it began, with a logout token (OpenID Connect Back-Channel Logout 1.0)',
  body: LogoutForm,
})

export const frontChannelLogout = chatRoute('get', '/oauth/:provider/frontchannel', {
  ...browsed,
  raw: 'notice',
  summary: 'A page of a provider ends a session that it began (OpenID Connect Front-Channel Logout 1.0)',
  query: FrontChannelQuery,
})

const ofUser = { level: 'admin', params: AccountId } as const

export const listIdentities = chatRoute('get', '/api/v1/users/:id/identities', {
  refusals: ['account_missing'],
  ...ofUser,
  summary: 'The identities at providers that open an account',
  answer: Identities,
})

export const releaseIdentity = chatRoute('post', '/api/v1/users/:id/identities/release', {
  refusals: ['identity_missing', 'account_missing', 'primary_admin'],
  ...ofUser,
  summary: 'Close an account to its identity of an issuer; the next verified identity of its e-mail opens it',
  body: ReleaseRequest,
  answer: z.boolean(),
})
