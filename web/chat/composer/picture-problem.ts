/** Why models may not see an attached picture. It can be sent all the same. */
export type PictureProblem = 'format' | 'damaged' | 'large'

interface Attached {
  key: string
  name: string
  size: number
  /** Media type. */
  type: string
  state: 'uploading' | 'failed' | 'ready'
}

/** The pictures that every provider's models take. */
const SEEN = /^image\/(?:png|jpe?g|gif|webp)\b/

/** Drawings are sent as text. */
const DRAWING = /^image\/svg/

/** The smallest limits among the providers, as docs/models.md lists them. */
export const MAX_PICTURE_BYTES = 3_932_160
export const MAX_PICTURE_SIDE = 8000

/**
 * The first attached picture that models may not see.
 *
 * @param examined Problems of pictures that this browser opened, by key of the attachment.
 */
export function unseenPicture(
  attachments: readonly Attached[],
  examined: ReadonlyMap<string, PictureProblem>,
): { name: string; problem: PictureProblem } | null {
  for (const attachment of attachments) {
    const problem = attachment.state === 'failed' ? null : problemOf(attachment, examined)
    if (problem) return { name: attachment.name, problem }
  }
  return null
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

/** Open a picture in this browser, by its address in memory. */
export function examinePicture(preview: string): Promise<PictureProblem | null> {
  return new Promise((resolve) => {
    const picture = new Image()
    picture.addEventListener('error', () => resolve('damaged'))
    picture.addEventListener('load', () => {
      const side = Math.max(picture.naturalWidth, picture.naturalHeight)
      resolve(side > MAX_PICTURE_SIDE ? 'large' : null)
    })
    picture.src = preview
  })
}
