import { equalSecrets } from '#ground/base/signing.ts'
import { keysOf, type VerificationMode } from '../endpoints/secret.ts'
import type { Claim, Proof, Verification } from './proof.ts'
import { bodySignatureIn, HMAC_SCHEMES, STANDARD_SCHEMES } from './schemes.ts'
import { signedBy, type SignatureScheme } from './signature.ts'

export interface VerificationRules {
  mode: VerificationMode
  /** In the mode `secret`: the header that carries the secret besides the usual places, and what is in front of it. */
  secretHeader?: { header: string; prefix: string } | undefined
  /** In the mode `hmac`: any of these may hold. Default: `sha256=<hex>` in one of two headers. */
  schemes?: readonly SignatureScheme[] | undefined
}

/** @param secret Never empty: without a secret there is no surface. */
export const verification = (mode: VerificationMode, secret: string): Verification =>
  verificationBy({ mode }, [secret])

/** @param secrets Any of them may be the sender's: the present one, and during a rotation the one before. */
export function verificationBy(rules: VerificationRules, secrets: readonly string[]): Verification {
  const { mode, secretHeader, schemes } = rules
  if (secrets.length === 0 || secrets.includes('')) throw new TypeError('a webhook needs a secret')
  if (mode === 'secret') return secretVerification(secrets, secretHeader)
  const keys = secrets.flatMap((secret) => keysOf(mode, secret))
  if (mode === 'standard') return signedBy(STANDARD_SCHEMES, { keys, needs: 'some' })
  return schemes
    ? signedBy(schemes, { keys, needs: 'some' })
    : signedBy(HMAC_SCHEMES, { keys, needs: 'every' })
}

/** The secret itself, in one of several places. All that came are compared, so that time tells nothing. */
const secretVerification = (
  secrets: readonly string[],
  secretHeader: VerificationRules['secretHeader'],
): Verification => {
  const given = ({ headers, query }: Claim): string[] => {
    const authorization = only(headers('authorization')) ?? ''
    const own = secretHeader ? only(headers(secretHeader.header)) : undefined
    return [
      /^bearer +(.*)$/i.exec(authorization)?.[1],
      passwordIn(authorization),
      only(headers('x-webhook-secret')),
      only(query.getAll('token')),
      secretHeader && own?.startsWith(secretHeader.prefix)
        ? own.slice(secretHeader.prefix.length)
        : undefined,
    ].filter((value) => value !== undefined)
  }
  return {
    hasProof: (claim) => given(claim).length > 0,
    begin(claim) {
      const matches = given(claim).flatMap((value) => secrets.map((secret) => equalSecrets(value, secret)))
      return matches.includes(true) ? WHOLE : null
    },
  }
}

/** The password of `Authorization: Basic`, with any user name. */
function passwordIn(authorization: string): string | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1]
  if (encoded === undefined) return undefined
  const pair = Buffer.from(encoded, 'base64').toString()
  return pair.includes(':') ? pair.slice(pair.indexOf(':') + 1) : undefined
}

const WHOLE: Proof = { coversBody: false, signedId: null, lateByS: null, update: () => {}, holds: () => true }

/** A value that comes once; one that is repeated is no value at all. */
const only = (values: readonly string[]): string | undefined => (values.length === 1 ? values[0] : undefined)

/** The secret itself in one of some headers; where several are sent all must hold. */
export const secretIn = (names: readonly string[], secret: string): Verification => ({
  hasProof: ({ headers }) => names.some((name) => headers(name).length > 0),
  begin({ headers }) {
    const given = names.map(headers).filter((values) => values.length > 0)
    const matches = given.map((values) => equalSecrets(only(values) ?? '', secret))
    return matches.length > 0 && !matches.includes(false) ? WHOLE : null
  },
})

/** `sha256=<hex>` over the raw body, in one of some headers; where several are sent all must hold. */
export const signatureIn = (names: readonly string[], secret: string): Verification =>
  signedBy(names.map(bodySignatureIn), { keys: [Buffer.from(secret)], needs: 'every' })
