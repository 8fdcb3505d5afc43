import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import {
  PasskeyForm,
  PasskeyId,
  PasskeyName,
  PasskeySignInStart,
  PasskeyStart,
  PasskeyStartRequest,
  PasskeyView,
} from './schema.ts'

export const listPasskeys = chatRoute('get', '/api/v1/auths/passkeys', {
  refusals: ['session_needed'],
  summary: 'The caller’s passkeys, newest first',
  level: 'any',
  answer: z.array(PasskeyView),
})

export const beginPasskey = chatRoute('post', '/api/v1/auths/passkeys/begin', {
  refusals: ['passkeys_need_name', 'wrong_password', 'idp_managed', 'too_many_passkeys'],
  summary: 'Options to create a passkey in the browser; requires the password',
  level: 'any',
  body: PasskeyStartRequest,
  answer: PasskeyStart,
})

export const createPasskey = chatRoute('post', '/api/v1/auths/passkeys', {
  refusals: [
    'passkeys_need_name',
    'passkey_exists',
    'passkey_late',
    'passkey_not_made',
    'too_many_passkeys',
    'wrong_password',
    'idp_managed',
  ],
  summary: 'Store the passkey that the browser created',
  level: 'any',
  body: PasskeyForm,
  answer: PasskeyView,
})

export const renamePasskey = chatRoute('post', '/api/v1/auths/passkeys/:id/update', {
  refusals: ['passkey_missing'],
  summary: 'Rename a passkey',
  level: 'any',
  params: PasskeyId,
  body: PasskeyName,
  answer: PasskeyView,
})

export const deletePasskey = chatRoute('delete', '/api/v1/auths/passkeys/:id', {
  refusals: ['passkey_missing', 'wrong_password', 'idp_managed'],
  summary: 'Delete a passkey, which can then no longer sign in',
  level: 'any',
  params: PasskeyId,
  answer: z.boolean(),
})

export const beginPasskeySignIn = chatRoute('post', '/api/v1/auths/signin/passkey/begin', {
  refusals: ['passkeys_need_name'],
  summary: 'Options to sign in with a passkey in the browser',
  level: 'open',
  answer: PasskeySignInStart,
})
