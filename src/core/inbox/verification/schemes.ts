import { DEFAULT_TOLERANCE_S, type SignatureScheme } from './signature.ts'

export const scheme = (header: string, differing: Partial<SignatureScheme> = {}): SignatureScheme => ({
  header,
  prefix: '',
  isList: true,
  hash: 'sha256',
  publicKey: null,
  encoding: 'hex',
  signs: '{body}',
  timestamp: null,
  toleranceS: DEFAULT_TOLERANCE_S,
  idHeader: null,
  ...differing,
})

export const bodySignatureIn = (header: string): SignatureScheme =>
  scheme(header, { prefix: 'sha256=', isList: false })

export const HMAC_SCHEMES = ['x-signature-256', 'x-hub-signature-256'].map(bodySignatureIn)

/** A list of `v1,<base64>` over id, timestamp and body. Source: standardwebhooks.com, specification 1.0. */
export const standardScheme = (family: string, idHeader = `${family}-id`): SignatureScheme =>
  scheme(`${family}-signature`, {
    prefix: 'v1,',
    encoding: 'base64',
    signs: '{id}.{timestamp}.{body}',
    timestamp: { header: `${family}-timestamp`, prefix: '' },
    idHeader,
  })

const asymmetric = (standard: SignatureScheme): SignatureScheme => ({
  ...standard,
  prefix: 'v1a,',
  publicKey: 'ed25519',
})

export const STANDARD_SCHEMES = [standardScheme('webhook'), standardScheme('svix')]

export const ASYMMETRIC_STANDARD_SCHEMES = STANDARD_SCHEMES.map(asymmetric)
