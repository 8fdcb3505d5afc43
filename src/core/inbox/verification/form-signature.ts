import { createHash, createHmac } from 'node:crypto'
import { equalSecrets } from '#ground/base/signing.ts'
import { heldBody } from './held-body.ts'
import type { Claim, Proof, Verification } from './proof.ts'

const SIGNATURE_HEADER = 'x-twilio-signature'
const SETTINGS_HEADER = 'x-twilio-webhooks-signature-settings'
const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i
const BODY_HASH_PARAMETER = 'bodySHA256'

/** Limits the work for unverified senders; Twilio's forms are far smaller. */
const MAX_FORM_BYTES = 1024 * 1024

const HASHES: Readonly<Record<string, 'sha1' | 'sha256'>> = { HMAC_SHA1: 'sha1', HMAC_SHA256: 'sha256' }

/**
 * Twilio's signature: base64 of an HMAC over the requested address, then each name and value of the form, sorted by
 * name. For other bodies, the address contains the SHA-256 of the body.
 * Source: twilio.com/docs/usage/security
 */
export const formSignature = (keys: readonly Uint8Array[]): Verification => ({
  hasProof: ({ headers }) => headers(SIGNATURE_HEADER).length > 0,
  begin: (claim) => beginForm(claim, keys),
})

function beginForm({ headers, query, urls = [] }: Claim, keys: readonly Uint8Array[]): Proof | null {
  const [signature, ...others] = headers(SIGNATURE_HEADER)
  const hash = hashIn(headers(SETTINGS_HEADER))
  if (signature === undefined || others.length > 0 || hash === null) return null
  const isForm = FORM.test(headers('content-type').join())
  const held = heldBody(MAX_FORM_BYTES)
  const bodyHash = createHash('sha256')
  let isEmpty = true
  const isRightBody = () => {
    const stated = query.getAll(BODY_HASH_PARAMETER)
    return stated.length === 0
      ? isEmpty
      : stated.length === 1 && equalSecrets(stated[0]!.toLowerCase(), bodyHash.digest('hex'))
  }
  const fields = (): string | null => {
    if (!isForm) return isRightBody() ? '' : null
    const body = held.bytes()
    return body === null ? null : signedFields(new URLSearchParams(body.toString()))
  }
  return {
    coversBody: true,
    signedId: null,
    lateByS: null,
    update(piece) {
      if (piece.length > 0) isEmpty = false
      if (isForm) held.update(piece)
      else bodyHash.update(piece)
    },
    holds() {
      const signed = fields()
      if (signed === null) return false
      const expected = keys.flatMap((key) =>
        urls
          .flatMap(withAndWithoutPort)
          .map((url) => createHmac(hash, key).update(url).update(signed).digest('base64')),
      )
      return expected.map((one) => equalSecrets(signature, one)).includes(true)
    },
  }
}

/** SHA-1 by default. Null for an unknown algorithm. */
function hashIn(settings: readonly string[]): 'sha1' | 'sha256' | null {
  const named = settings
    .join()
    .split(',')
    .map((part) => /^\s*algorithm\s*=\s*(\S+)\s*$/.exec(part)?.[1])
    .find((name) => name !== undefined)
  return HASHES[(named ?? 'HMAC_SHA1').toUpperCase()] ?? null
}

const signedFields = (form: URLSearchParams): string =>
  [...new Set(form.keys())]
    .toSorted()
    .map((name) =>
      [...new Set(form.getAll(name))]
        .toSorted()
        .map((value) => name + value)
        .join(''),
    )
    .join('')

/** Twilio may sign the address with or without its port. */
function withAndWithoutPort(url: string): string[] {
  const parts = /^(https?):\/\/(\[[^\]]*\]|[^/?#:]*)(:\d+)?(.*)$/is.exec(url)
  if (!parts) return [url]
  const [, scheme, host, port, rest] = parts
  const withPort = port ?? (scheme!.toLowerCase() === 'https' ? ':443' : ':80')
  return [`${scheme}://${host}${rest}`, `${scheme}://${host}${withPort}${rest}`]
}

export function signedAddress(
  key: Uint8Array,
  { url, body, contentType }: { url: string; body: string; contentType: string },
): { headers: Record<string, string>; query: Readonly<Record<string, string>> } {
  const isForm = FORM.test(contentType)
  const bodyHash = isForm || body === '' ? null : createHash('sha256').update(body).digest('hex')
  const added = bodyHash === null ? '' : `${url.includes('?') ? '&' : '?'}${BODY_HASH_PARAMETER}=${bodyHash}`
  const fields = isForm ? signedFields(new URLSearchParams(body)) : ''
  const signature = createHmac('sha1', key)
    .update(url + added + fields)
    .digest('base64')
  return {
    headers: { [SIGNATURE_HEADER]: signature },
    query: bodyHash === null ? {} : { [BODY_HASH_PARAMETER]: bodyHash },
  }
}
