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
  summary: 'Redirect the browser to an identity provider',
  query: LoginQuery,
})

export const finishSignIn = chatRoute('get', '/oauth/:provider/callback', {
  ...browsed,
  summary: 'Redirect address that an identity provider returns the browser to',
})

export const backChannelLogout = chatRoute('post', '/oauth/:provider/backchannel', {
  ...browsed,
  raw: 'notice',
  summary:
    'End sessions that a provider started, with its logout token (OpenID Connect Back-Channel Logout 1.0)',
  body: LogoutForm,
})

export const frontChannelLogout = chatRoute('get', '/oauth/:provider/frontchannel', {
  ...browsed,
  raw: 'notice',
  summary:
    'End a session that a provider started, from the provider’s page (OpenID Connect Front-Channel Logout 1.0)',
  query: FrontChannelQuery,
})

const ofUser = { level: 'admin', params: AccountId } as const

export const listIdentities = chatRoute('get', '/api/v1/users/:id/identities', {
  refusals: ['account_missing'],
  ...ofUser,
  summary: 'Identities at providers that can sign in to an account',
  answer: Identities,
})

export const releaseIdentity = chatRoute('post', '/api/v1/users/:id/identities/release', {
  refusals: ['identity_missing', 'account_missing', 'primary_admin'],
  ...ofUser,
  summary:
    'Release an account’s identity of an issuer; the next identity there with the account’s verified e-mail is linked',
  body: ReleaseRequest,
  answer: z.boolean(),
})
