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
import type { BodyOf } from '#ground/api/contract.ts'
import { call } from './client.ts'

/** Passkeys need a secure context and a host name: browsers do not bind them to an IP address. */
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

/** Thrown when the person closed the browser's dialog, or it timed out. */
export class PasskeyDeclined extends Error {}

/** Thrown when the device already has a passkey for this account. */
export class PasskeyKnown extends Error {}

export async function makePasskey({ password, name }: { password: string; name: string }) {
  const { step_token, options } = await call(beginPasskey, { body: { password } })
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  const credential = await startRegistration({ optionsJSON }).catch(throwExplained)
  const { publicKey = '', publicKeyAlgorithm = 0, authenticatorData = '', ...rest } = credential.response
  const response = { ...rest, publicKey, publicKeyAlgorithm, authenticatorData }
  return call(createPasskey, {
    body: { step_token, name: name.trim() || undefined, credential: { id: credential.id, response } },
  })
}

export type ShownPasskey = BodyOf<typeof signInByPasskey>

/**
 * @param shown Passkey chosen in the autofill list; null opens the browser's dialog.
 * @throws ApiError, PasskeyDeclined
 */
export const enterByPasskey = async (shown: ShownPasskey | null) =>
  call(signInByPasskey, { body: shown ?? (await requestPasskey()) })

async function requestPasskey(): Promise<ShownPasskey> {
  const { step_token, options } = await call(beginPasskeySignIn)
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return { step_token, credential: await startAuthentication({ optionsJSON: options }).catch(throwExplained) }
}

/** A challenge is replaced at this age, before it expires on the server. */
const ASK_ANEW_MS = 9 * 60_000

/** Offers passkeys in the browser's autofill list. Null if the browser cannot do this, or if no passkey was chosen. */
export async function offerPasskeys(signal: AbortSignal): Promise<ShownPasskey | null> {
  const browser = await import('@simplewebauthn/browser')
  if (!(await browser.browserSupportsWebAuthnAutofill())) return null
  const end = () => browser.WebAuthnAbortService.cancelCeremony()
  for (let isOver = false; !isOver && !signal.aborted;) {
    const { step_token, options } = await call(beginPasskeySignIn, { signal })
    isOver = true
    const anew = setTimeout(() => {
      isOver = false
      end()
    }, ASK_ANEW_MS)
    signal.addEventListener('abort', end, { once: true })
    const asked = { optionsJSON: options, useBrowserAutofill: true }
    const credential = await browser.startAuthentication(asked).catch(() => null)
    signal.removeEventListener('abort', end)
    clearTimeout(anew)
    if (credential) return { step_token, credential }
  }
  return null
}

function throwExplained(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') throw new PasskeyKnown()
  if (name === 'NotAllowedError' || name === 'AbortError') throw new PasskeyDeclined()
  throw error
}
