import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { queryOptions } from '@tanstack/react-query'
import {
  beginPasskey,
  beginPasskeySignIn,
  createPasskey,
  deletePasskey,
  listPasskeys,
  renamePasskey,
} from '#chatapp/accounts/passkeys/contract.ts'
import { signInByPasskey } from '#chatapp/accounts/sessions/contract.ts'
import { call } from './client.ts'

/** Whether this browser has passkeys for this address: they are bound to names, and to addresses that nobody can listen at. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' &&
  window.isSecureContext &&
  !/^[\d.]+$|^\[/.test(location.hostname)

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call(listPasskeys, { signal }),
})

export const changePasskeyName = (id: string, name: string) =>
  call(renamePasskey, { params: { id }, body: { name } })
export const removePasskey = (id: string) => call(deletePasskey, { params: { id } })

/** The person, or their browser after a while, said no to what the browser asked. */
export class PasskeyDeclined extends Error {}

/** The device has one for this account already. */
export class PasskeyKnown extends Error {}

/** Have the browser make a passkey. @throws ApiError, PasskeyDeclined, PasskeyKnown */
export async function makePasskey({ password, name }: { password: string; name: string }) {
  const { step_token, options } = await call(beginPasskey, { body: { password } })
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  const credential = await startRegistration({ optionsJSON }).catch(told)
  const { publicKey = '', publicKeyAlgorithm = 0, authenticatorData = '', ...rest } = credential.response
  const response = { ...rest, publicKey, publicKeyAlgorithm, authenticatorData }
  return call(createPasskey, {
    body: { step_token, name: name.trim() || undefined, credential: { id: credential.id, response } },
  })
}

/** Have the browser show one. @throws ApiError, PasskeyDeclined */
export async function enterByPasskey() {
  const { step_token, options } = await call(beginPasskeySignIn)
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const credential = await startAuthentication({ optionsJSON: options }).catch(told)
  return call(signInByPasskey, { body: { step_token, credential } })
}

function told(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') throw new PasskeyKnown()
  if (name === 'NotAllowedError' || name === 'AbortError') throw new PasskeyDeclined()
  throw error
}
