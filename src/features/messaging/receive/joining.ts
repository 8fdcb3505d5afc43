import { commandIn } from '../text/commands.ts'
import type { MediaReference } from '../incoming.ts'
import { isForwarded } from '../text/quoted-text.ts'

export interface Piece {
  readonly text: string
  readonly media: readonly Pick<MediaReference, 'contentType'>[]
  readonly album: string | null
  readonly writtenAt: number
}

/**
 * A message that another message may continue is held for this time, because clients send messages that belong
 * together within milliseconds.
 */
export const HOLD_MS = 1500
/**
 * Providers report whole seconds, so the times of two messages that belong together may differ by one or two seconds.
 */
const JOIN_WITHIN_MS = 2000
/** Maximum time between pictures of one album, because clients upload them one after another. */
const ALBUM_WITHIN_MS = 60_000
const MIN_SPLIT_LENGTH = 2000
const HARD_LIMITS: ReadonlySet<number> = new Set([4000, 4096, 16_383])

export const holdMsOf = (piece: Piece): number => (mayContinue(piece) ? HOLD_MS : 0)

const mayContinue = (piece: Piece): boolean =>
  piece.album !== null || isForwarded(piece.text) || isLong(piece) || isWordless(piece)

export function continues(before: Piece, next: Piece): boolean {
  if (commandIn(before.text) !== null || commandIn(next.text) !== null) return false
  const apartMs = Math.abs(next.writtenAt - before.writtenAt)
  if (before.album !== null && next.album !== null)
    return before.album === next.album && apartMs <= ALBUM_WITHIN_MS
  if (apartMs > JOIN_WITHIN_MS) return false
  if (isForwarded(before.text) || isForwarded(next.text)) return true
  if (isWordless(before)) return !isVoice(next)
  return isWordless(next) || (isLong(before) && next.media.length === 0)
}

const isLong = ({ text }: Piece): boolean => text.length > MIN_SPLIT_LENGTH

const isWordless = (piece: Piece): boolean => piece.text === '' && piece.media.length > 0 && !isVoice(piece)

const isVoice = ({ text, media }: Piece): boolean =>
  text === '' && media.length > 0 && media.every(({ contentType }) => contentType?.startsWith('audio/'))

export function joinTexts(texts: readonly string[]): string {
  let joined = ''
  let before: string | null = null
  for (const text of texts) {
    if (text === '') continue
    joined += before === null ? text : between(before) + text
    before = text
  }
  return joined
}

const between = (before: string): string => {
  if (isForwarded(before) || before.length <= MIN_SPLIT_LENGTH) return '\n\n'
  return HARD_LIMITS.has(before.length) ? '' : '\n'
}
