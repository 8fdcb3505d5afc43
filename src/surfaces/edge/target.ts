import { accepted, refused, type Result } from '#ground/base/result.ts'

/**
 * Checks the raw target, because a URL parser would resolve `%2e%2e` and backslashes and read `//x` as a host.
 * @returns The path as sent, without its query. Source: service specification 1.0.1, "Edge forwarding", rule 1.
 */
export function checkTarget(target: string): Result<string, 'dot_segment' | 'bad_target' | 'bad_address'> {
  if (target.includes('#')) return refused('bad_target')
  const query = target.indexOf('?')
  const path = query === -1 ? target : target.slice(0, query)
  if (PLAIN.test(path)) return accepted(path)
  const unfolded = unfold(path)
  if (DOT_SEGMENT.test(unfolded)) return refused('dot_segment')
  if (!path.startsWith('/') || unfolded.startsWith('//')) return refused('bad_target')
  if (path.includes('\\')) return refused('bad_target')
  return CONTROL.test(path) ? refused('bad_address') : accepted(path)
}

/** All parsers read paths of this form in the same way. Nearly every path has this form. */
const PLAIN = /^(?:\/[\w~-][\w.~-]*)+\/?$|^\/$/

const DOT_SEGMENT = /(?:^|\/)\.\.?(?:\/|$)/

/** Control characters and spaces, raw and percent-encoded. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\x00-\x20\x7f]|%[01][0-9a-f]|%7f/i

const unfold = (path: string): string => path.replace(/%2e/gi, '.').replace(/%2f|%5c|\\/gi, '/')
