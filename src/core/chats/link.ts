import { sign, verify } from '#ground/base/signing.ts'
import { folderOfSegment } from './scope.ts'

export interface LinkPolicy {
  /** Path prefix of this Hub; empty when it is the only Hub at its address. */
  hubPath: string
  secret: string
  /** Null if links do not expire. */
  ttlSeconds: number | null
}

export interface SignedFile {
  segment: string
  filename: string
  /** Incremented when the owner revokes links. A link of another generation is invalid. */
  generation: number
}

/** `?t=<signature>`, and `&e=<epoch seconds>` when links expire. @param now Epoch seconds. */
export function linkQuery(policy: LinkPolicy, file: SignedFile, now: number): string {
  if (policy.ttlSeconds === null) return `?t=${sign(policy.secret, message(file, null))}`
  const expires = String(now + policy.ttlSeconds)
  return `?t=${sign(policy.secret, message(file, expires))}&e=${expires}`
}

/** Short, because these links appear in the browser's address bar and history. */
const PAGE_LINK_TTL_SECONDS = 15 * 60

export const pageLinkQuery = (policy: LinkPolicy, file: SignedFile, now: number): string =>
  linkQuery(
    { ...policy, ttlSeconds: Math.min(policy.ttlSeconds ?? Infinity, PAGE_LINK_TTL_SECONDS) },
    file,
    now,
  )

/** A link is invalid if a parameter is repeated, or if links expire and the link has no expiry. */
export function linkOpens(
  policy: LinkPolicy,
  link: SignedFile & { query: URLSearchParams },
  now: number,
): boolean {
  const [signature, secondSignature] = link.query.getAll('t')
  const [expires = null, secondExpires] = link.query.getAll('e')
  if (signature === undefined || secondSignature !== undefined || secondExpires !== undefined) return false
  if (expires === null ? policy.ttlSeconds !== null : !isFuture(expires, now)) return false
  return verify(policy.secret, message(link, expires), signature)
}

const FRAME_SECONDS = 300

/** Valid for minutes, so that the address of an embedded file cannot be shared as a link. */
export const frameMark = (policy: LinkPolicy, segment: string, filename: string, now: number): string =>
  sign(policy.secret, frameMessage(segment, filename, Math.floor(now / FRAME_SECONDS)))

export const isFrameMark = (
  policy: LinkPolicy,
  { segment, filename, mark }: { segment: string; filename: string; mark: string },
  now: number,
): boolean => {
  const period = Math.floor(now / FRAME_SECONDS)
  return [period, period - 1].some((at) => verify(policy.secret, frameMessage(segment, filename, at), mark))
}

const frameMessage = (segment: string, filename: string, period: number): string =>
  JSON.stringify(['frame', folderOfSegment(segment), filename, period])

const isFuture = (expires: string, now: number): boolean =>
  /^[1-9]\d{0,14}$/.test(expires) && now < Number(expires)

/** JSON separates the fields unambiguously. Generation 0 is omitted, so that links of earlier releases stay valid. */
const message = ({ segment, filename, generation }: SignedFile, expires: string | null): string =>
  JSON.stringify([
    'chat-file',
    folderOfSegment(segment),
    filename,
    expires,
    ...(generation === 0 ? [] : [generation]),
  ])
