import { hmacCheck } from './body-check.ts'
import type { HeaderValues } from './headers.ts'
import type { Claim, Proof, Verification } from './proof.ts'
import { isSignatureShape, publicKeyCheck, type PublicKeyKind } from './public-key.ts'

export interface SignatureScheme {
  /** Lower-case name. */
  header: string
  prefix: string
  /** If true, the header has parts, separated by `,`, `;` or spaces. One valid signature among them is enough. */
  isList: boolean
  hash: 'sha1' | 'sha256' | 'sha512'
  /** Null if the signature is an HMAC. */
  publicKey: PublicKeyKind | null
  encoding: 'hex' | 'base64'
  /** Signed text. It contains `{body}` once, and may contain `{timestamp}`, `{id}` and any other text around it. */
  signs: string
  /**
   * Null if the signature covers no time. In the signature's own header, the time is the part that starts with
   * `prefix`.
   */
  timestamp: { header: string; prefix: string } | null
  /** Tolerated difference from the receiver's clock in seconds, earlier or later. */
  toleranceS: number
  /** Lower-case name of the header for `{id}` in `signs`; null without `{id}`. */
  idHeader: string | null
}

/** Five minutes, as in Standard Webhooks, Stripe and Slack. */
export const DEFAULT_TOLERANCE_S = 5 * 60

const BODY = '{body}'

export const signsTime = ({ signs }: Pick<SignatureScheme, 'signs'>): boolean => signs.includes('{timestamp}')
export const signsId = ({ signs }: Pick<SignatureScheme, 'signs'>): boolean => signs.includes('{id}')

export function signedAround(
  { signs }: Pick<SignatureScheme, 'signs'>,
  values: { timestamp: string; id: string },
): readonly [before: string, after: string] {
  const fill = (text: string) =>
    text.replaceAll(/\{(timestamp|id)\}/g, (_, name: 'timestamp' | 'id') => values[name])
  const at = signs.indexOf(BODY)
  return [fill(signs.slice(0, at)), fill(signs.slice(at + BODY.length))]
}

export interface SignatureOptions {
  keys: readonly Uint8Array[]
  /** `every`: all schemes whose header was sent must be valid. `some`: a single valid scheme is enough. */
  needs: 'every' | 'some'
  /** Larger bodies are refused if a signature needs the whole body at once. */
  maxBytes: number
}

export function signedBy(
  schemes: readonly SignatureScheme[],
  { keys, needs, maxBytes }: SignatureOptions,
): Verification {
  return {
    hasProof: ({ headers }) => schemes.some(({ header }) => headers(header).length > 0),
    begin({ headers }: Claim) {
      const sent = schemes.filter(({ header }) => headers(header).length > 0)
      const begun = sent.map((scheme) => beginOne(scheme, { keys, maxBytes }, headers))
      const proofs = begun.filter((proof) => proof !== null)
      const mayHold = proofs.length > 0 && (needs === 'some' || proofs.length === begun.length)
      return mayHold ? joined(proofs, needs) : null
    },
  }
}

interface OneProof {
  readonly signedId: string | null
  update(piece: Uint8Array): void
  /** Null for a wrong signature, otherwise the seconds beyond the tolerance. */
  lateByS(nowMs: number): number | null
}

function joined(proofs: readonly OneProof[], needs: SignatureOptions['needs']): Proof {
  let signedId: string | null = null
  let lateByS: number | null = null
  return {
    coversBody: true,
    get signedId() {
      return signedId
    },
    get lateByS() {
      return lateByS
    },
    update(piece) {
      for (const proof of proofs) proof.update(piece)
    },
    holds(nowMs) {
      const judged = proofs.map((proof) => ({ id: proof.signedId, late: proof.lateByS(nowMs) }))
      const right = judged.filter(({ late }) => late === 0)
      const isProven = needs === 'some' ? right.length > 0 : right.length === judged.length
      signedId = right[0]?.id ?? null
      lateByS = isProven ? null : (judged.find(({ late }) => late !== null && late !== 0)?.late ?? null)
      return isProven
    },
  }
}

const MAX_PARTS = 20

function beginOne(
  scheme: SignatureScheme,
  { keys, maxBytes }: Pick<SignatureOptions, 'keys' | 'maxBytes'>,
  headers: HeaderValues,
): OneProof | null {
  const value = only(headers(scheme.header))
  if (value === undefined) return null
  const parts = partsOf(scheme, value)
  const signatures = withPrefix(parts, scheme.prefix).flatMap((text) => bytesOf(scheme, text) ?? [])
  const timestamp = timestampOf(scheme, parts, headers)
  const id = scheme.idHeader === null ? '' : (only(headers(scheme.idHeader)) ?? '')
  if (signatures.length === 0 || (signsId(scheme) && id === '')) return null
  const sentAtMs = timestamp === null ? null : timeOf(timestamp)
  if (scheme.timestamp !== null && sentAtMs === null) return null
  const [before, after] = signedAround(scheme, { timestamp: timestamp ?? '', id })
  const check =
    scheme.publicKey === null
      ? hmacCheck(scheme.hash, keys, before)
      : publicKeyCheck(scheme.publicKey, keys, { before, maxBytes })
  return {
    signedId: signsId(scheme) ? id : null,
    update: (piece) => check.update(piece),
    lateByS(nowMs) {
      if (!check.matches(signatures, after)) return null
      return sentAtMs === null ? 0 : secondsBeyond(scheme.toleranceS, { sentAtMs, nowMs })
    },
  }
}

/** Returns 0 within the tolerance, and a negative number for a time in the future. */
export function secondsBeyond(
  toleranceS: number,
  { sentAtMs, nowMs }: { sentAtMs: number; nowMs: number },
): number {
  const offS = (nowMs - sentAtMs) / 1000
  if (Math.abs(offS) <= toleranceS) return 0
  return Math.sign(offS) * Math.ceil(Math.abs(offS) - toleranceS)
}

const only = (values: readonly string[]): string | undefined => (values.length === 1 ? values[0] : undefined)

function partsOf({ isList, prefix }: SignatureScheme, value: string): readonly string[] {
  if (!isList) return [value]
  const separators = [' ', ',', ';'].filter((separator) => !prefix.includes(separator)).join('')
  return value.split(new RegExp(`[${separators}]+`)).slice(0, MAX_PARTS)
}

const withPrefix = (parts: readonly string[], prefix: string): string[] =>
  parts.flatMap((part) =>
    part.slice(0, prefix.length).toLowerCase() === prefix.toLowerCase() ? [part.slice(prefix.length)] : [],
  )

const HASH_BYTES = { sha1: 20, sha256: 32, sha512: 64 } as const

/** Checks the shape first, because Node's decoders stop silently at the first invalid character. */
function bytesOf({ hash, encoding, publicKey }: SignatureScheme, text: string): Buffer | null {
  if (publicKey !== null)
    return isSignatureShape(publicKey, encoding, text) ? Buffer.from(text, encoding) : null
  const length = HASH_BYTES[hash]
  const shape = encoding === 'hex' ? /^[0-9a-f]+$/i : /^[A-Za-z0-9+/]+={0,2}$/
  const characters = encoding === 'hex' ? length * 2 : Math.ceil(length / 3) * 4
  if (text.length !== characters || !shape.test(text)) return null
  const bytes = Buffer.from(text, encoding)
  return bytes.length === length ? bytes : null
}

function timestampOf(
  { timestamp, header }: SignatureScheme,
  parts: readonly string[],
  headers: HeaderValues,
): string | null {
  if (timestamp === null) return null
  const values = timestamp.header === header ? parts : headers(timestamp.header)
  return only(withPrefix(values, timestamp.prefix)) ?? null
}

/** Larger numbers count as milliseconds, because as seconds they would be in the year 5138 or later. */
const MAX_SECONDS = 1e11

export function timeOf(text: string): number | null {
  if (/^\d{1,15}$/.test(text)) return Number(text) > MAX_SECONDS ? Number(text) : Number(text) * 1000
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)) return null
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : time
}
