export type PictureProblem = 'format' | 'damaged' | 'large'

interface Attached {
  key: string
  name: string
  size: number
  type: string
  state: 'uploading' | 'failed' | 'ready'
}

/** Formats that the models of all providers accept. */
const SEEN = /^image\/(?:png|jpe?g|gif|webp)\b/

/** SVG files are sent as text. */
const DRAWING = /^image\/svg/

/** Smallest limits of the providers, as in `docs/models.md`. */
export const MAX_PICTURE_BYTES = 3_932_160
export const MAX_PICTURE_SIDE = 8000

/** @param examined Problems of pictures that this browser decoded, by attachment key. */
export function unseenPictures(
  attachments: readonly Attached[],
  examined: ReadonlyMap<string, PictureProblem>,
): ReadonlyMap<PictureProblem, readonly string[]> {
  const names = new Map<PictureProblem, string[]>()
  for (const attachment of attachments) {
    const problem = attachment.state === 'failed' ? null : problemOf(attachment, examined)
    if (problem) names.set(problem, [...(names.get(problem) ?? []), attachment.name])
  }
  return names
}

function problemOf(
  { key, type, size }: Attached,
  examined: ReadonlyMap<string, PictureProblem>,
): PictureProblem | null {
  if (type.startsWith('image/') && !DRAWING.test(type)) {
    if (!SEEN.test(type)) return 'format'
    if (size > MAX_PICTURE_BYTES) return 'large'
  }
  return examined.get(key) ?? null
}
