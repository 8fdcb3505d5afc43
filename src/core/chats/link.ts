import { sign, verify } from '#ground/base/signing.ts'
import { folderOfSegment } from './scope.ts'

export interface LinkPolicy {
  /** Path prefix of this Hub; empty when it is the only Hub at its address. */
  hubPath: string
  secret: string
  /** Seconds a link lives; null for links that do not expire. */
  ttlSeconds: number | null
}

export interface SignedFile {
  /** The chat as the link's path names it. */
  segment: string
  filename: string
  /** Grows when the owner of the chat revokes its links. A link of another generation opens nothing. */
  generation: number
}

/**
 * The query that opens one chat file: `?t=<signature>`, and `&e=<epoch seconds>` when links expire.
 *
 * @param now Epoch seconds.
 */
export function linkQuery(policy: LinkPolicy, file: SignedFile, now: number): string {
  if (policy.ttlSeconds === null) return `?t=${sign(policy.secret, message(file, null))}`
  const expires = String(now + policy.ttlSeconds)
  return `?t=${sign(policy.secret, message(file, expires))}&e=${expires}`
}

/** Lifetime of links that a page opens. They reach the browser's address bar and history, so they outlive a download only. */
const PAGE_LINK_TTL_SECONDS = 15 * 60

/** The query that opens one chat file for some minutes, for pages that get a new one through their session. */
export const pageLinkQuery = (policy: LinkPolicy, file: SignedFile, now: number): string =>
  linkQuery(
    { ...policy, ttlSeconds: Math.min(policy.ttlSeconds ?? Infinity, PAGE_LINK_TTL_SECONDS) },
    file,
    now,
  )

/**
 * True if a query opens the file: signed for exactly this chat, name, generation and expiry, and not expired.
 * A repeated parameter invalidates it. If links expire, a link without expiry (signed before expiry was
 * introduced) is invalid too.
 */
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

/** How long a frame page may take to load its frame. */
const FRAME_SECONDS = 300

/**
 * A mark for the address of a file inside our own frame page. Only we can make it, and it expires soon, so
 * that a link which pretends to be inside a frame can't be passed on.
 */
export const frameMark = (policy: LinkPolicy, segment: string, filename: string, now: number): string =>
  sign(policy.secret, frameMessage(segment, filename, Math.floor(now / FRAME_SECONDS)))

/** Whether a mark was given for this file in the last minutes. */
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

/**
 * JSON keeps the parts apart, so that no name can borrow characters from its neighbour. Generation 0 is left out, so that links from
 * before links could be revoked stay valid.
 */
const message = ({ segment, filename, generation }: SignedFile, expires: string | null): string =>
  JSON.stringify([
    'chat-file',
    folderOfSegment(segment),
    filename,
    expires,
    ...(generation === 0 ? [] : [generation]),
  ])
