import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import { AccountId } from '../schema.ts'
import {
  TotpConfirmed,
  TotpConfirmRequest,
  TotpEndRequest,
  TotpStart,
  TotpStartRequest,
  TotpState,
} from './schema.ts'

export const readTotp = chatRoute('get', '/api/v1/auths/totp', {
  summary: 'State of the caller’s two-step sign-in',
  level: 'any',
  answer: TotpState,
})

export const beginTotp = chatRoute('post', '/api/v1/auths/totp', {
  refusals: ['totp_on', 'wrong_password', 'idp_managed'],
  summary: 'Create a secret for an authenticator app; it takes effect once confirmed',
  level: 'any',
  body: TotpStartRequest,
  answer: TotpStart,
})

export const confirmTotp = chatRoute('post', '/api/v1/auths/totp/confirm', {
  refusals: ['totp_not_begun', 'wrong_code', 'totp_on'],
  summary: 'Turn on two-step sign-in with a code; returns the recovery codes once',
  level: 'any',
  body: TotpConfirmRequest,
  answer: TotpConfirmed,
})

export const endTotp = chatRoute('post', '/api/v1/auths/totp/end', {
  refusals: ['wrong_password', 'wrong_code', 'second_factor_needed', 'idp_managed', 'totp_not_begun'],
  summary: 'Turn off two-step sign-in, with the password or a code',
  level: 'any',
  body: TotpEndRequest,
  answer: z.boolean(),
})

export const resetFactorsOfUser = chatRoute('delete', '/api/v1/users/:id/factors', {
  refusals: ['account_missing', 'primary_admin'],
  summary: 'Remove the second factors and passkeys of a person who lost them',
  level: 'admin',
  params: AccountId,
  answer: z.boolean(),
})
