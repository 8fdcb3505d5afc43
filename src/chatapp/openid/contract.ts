import { z } from 'zod'
import { route } from '#chatapp/http/contract.ts'
import { AccountId } from '#chatapp/accounts/schema.ts'
import { Identities, LoginQuery, ProviderParams, ReleaseRequest } from './schema.ts'

const browsed = { level: 'open', params: ProviderParams, isRaw: true, answer: z.never() } as const

export const beginSignIn = route('get', '/oauth/:provider/login', {
  ...browsed,
  summary: 'Send the browser to an identity provider',
  query: LoginQuery,
})

export const finishSignIn = route('get', '/oauth/:provider/callback', {
  ...browsed,
  summary: 'Where an identity provider sends it back to',
})

const ofUser = { level: 'admin', params: AccountId } as const

export const listIdentities = route('get', '/api/v1/users/:id/identities', {
  ...ofUser,
  summary: 'The identities at providers that open an account',
  answer: Identities,
})

export const releaseIdentity = route('post', '/api/v1/users/:id/identities/release', {
  ...ofUser,
  summary: 'Close an account to its identity of an issuer; the next verified identity of its e-mail opens it',
  body: ReleaseRequest,
  answer: z.boolean(),
})
