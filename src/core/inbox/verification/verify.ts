import { equalSecrets } from '#ground/base/signing.ts'
import { isPublicStandardKey, keysOf, type VerificationMode } from '../endpoints/secret.ts'
import { bodyToken, MAILGUN_TOLERANCE_S } from './body-token.ts'
import { eitherOf } from './any-of.ts'
import { formSignature } from './form-signature.ts'
import type { Claim, Proof, Verification } from './proof.ts'
import { ASYMMETRIC_STANDARD_SCHEMES, bodySignatureIn, HMAC_SCHEMES, STANDARD_SCHEMES } from './schemes.ts'
import { signedBy, type SignatureScheme } from './signature.ts'

export interface VerificationRules {
  mode: VerificationMode
  /** In mode `secret`: an additional header with the secret, and the prefix of its value. */
  secretHeader?: { header: string; prefix: string } | undefined
  /** In mode `hmac`: accepted schemes, of which one must be valid; default: `sha256=<hex>`. */
  schemes?: readonly SignatureScheme[] | undefined
  special?: SpecialSignature | undefined
  toleranceS?: number | undefined
  maxBytes?: number | undefined
}

export type SpecialSignature = 'twilio' | 'mailgun'

const DEFAULT_MAX_BYTES = 32 * 1024 * 1024

export const verification = (mode: VerificationMode, secret: string): Verification =>
  verificationBy({ mode }, [secret])

/** @param secrets The current secret, and during a rotation the previous secret. */
export function verificationBy(rules: VerificationRules, secrets: readonly string[]): Verification {
  const { mode, secretHeader, schemes, special, maxBytes = DEFAULT_MAX_BYTES } = rules
  if (secrets.length === 0 || secrets.includes('')) throw new TypeError('a webhook needs a secret')
  if (mode === 'secret') return secretVerification(secrets, secretHeader)
  if (mode === 'standard') return standardVerification(secrets, maxBytes)
  const keys = secrets.flatMap((secret) => keysOf(mode, secret, schemes?.[0]?.publicKey))
  if (special === 'twilio') return eitherOf([formSignature(keys), secretVerification(secrets, secretHeader)])
  if (special === 'mailgun') return bodyToken(keys, rules.toleranceS ?? MAILGUN_TOLERANCE_S)
  return schemes
    ? signedBy(schemes, { keys, needs: 'some', maxBytes })
    : signedBy(HMAC_SCHEMES, { keys, needs: 'every', maxBytes })
}

function standardVerification(secrets: readonly string[], maxBytes: number): Verification {
  const kinds = [
    { schemes: STANDARD_SCHEMES, own: secrets.filter((secret) => !isPublicStandardKey(secret)) },
    { schemes: ASYMMETRIC_STANDARD_SCHEMES, own: secrets.filter(isPublicStandardKey) },
  ]
  return eitherOf(
    kinds
      .filter(({ own }) => own.length > 0)
      .map(({ schemes, own }) =>
        signedBy(schemes, {
          keys: own.flatMap((secret) => keysOf('standard', secret)),
          needs: 'some',
          maxBytes,
        }),
      ),
  )
}

/** Compares all sent values even after a mismatch, so that the response time reveals nothing. */
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

function passwordIn(authorization: string): string | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1]
  if (encoded === undefined) return undefined
  const pair = Buffer.from(encoded, 'base64').toString()
  return pair.includes(':') ? pair.slice(pair.indexOf(':') + 1) : undefined
}

const WHOLE: Proof = { coversBody: false, signedId: null, lateByS: null, update: () => {}, holds: () => true }

const only = (values: readonly string[]): string | undefined => (values.length === 1 ? values[0] : undefined)

/** If a request has several of these headers, all must match. */
export const secretIn = (names: readonly string[], secret: string): Verification => ({
  hasProof: ({ headers }) => names.some((name) => headers(name).length > 0),
  begin({ headers }) {
    const given = names.map(headers).filter((values) => values.length > 0)
    const matches = given.map((values) => equalSecrets(only(values) ?? '', secret))
    return matches.length > 0 && !matches.includes(false) ? WHOLE : null
  },
})

/** If a request has several of these headers, all must match. */
export const signatureIn = (names: readonly string[], secret: string): Verification =>
  signedBy(names.map(bodySignatureIn), {
    keys: [Buffer.from(secret)],
    needs: 'every',
    maxBytes: DEFAULT_MAX_BYTES,
  })
