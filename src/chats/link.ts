import { sign, verify } from '#base/signing.ts'
import { folderOfSegment } from './scope.ts'

export interface LinkPolicy {
  secret: string
  /** Seconds a link lives; null for links that do not expire. */
  ttlSeconds: number | null
}

/**
 * The query that opens one chat file: `?t=<signature>`, and `&e=<epoch seconds>` when links expire.
 *
 * @param segment The chat as it stands in the link's path.
 * @param now     Epoch seconds.
 */
export function linkQuery(policy: LinkPolicy, segment: string, filename: string, now: number): string {
  if (policy.ttlSeconds === null) return `?t=${sign(policy.secret, message(segment, filename, null))}`
  const expires = String(now + policy.ttlSeconds)
  return `?t=${sign(policy.secret, message(segment, filename, expires))}&e=${expires}`
}

/**
 * Whether a query opens the file: signed for exactly this chat, name and expiry, and not expired. A parameter given
 * twice opens nothing. Where links expire, one without expiry (signed before that was decided) opens nothing either.
 */
export function linkOpens(
  policy: LinkPolicy,
  link: { segment: string; filename: string; query: URLSearchParams },
  now: number,
): boolean {
  const [signature, secondSignature] = link.query.getAll('t')
  const [expires = null, secondExpires] = link.query.getAll('e')
  if (signature === undefined || secondSignature !== undefined || secondExpires !== undefined) return false
  if (expires === null ? policy.ttlSeconds !== null : !isFuture(expires, now)) return false
  return verify(policy.secret, message(link.segment, link.filename, expires), signature)
}

const isFuture = (expires: string, now: number): boolean =>
  /^[1-9]\d{0,14}$/.test(expires) && now < Number(expires)

/** JSON keeps the parts apart, so that no name can borrow characters from its neighbour. */
const message = (segment: string, filename: string, expires: string | null): string =>
  JSON.stringify(['chat-file', folderOfSegment(segment), filename, expires])
