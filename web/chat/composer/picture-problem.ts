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
 * The attached pictures that models may not see: their names by problem.
 *
 * @param examined Problems of pictures that this browser opened, by key of the attachment.
 */
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

/** Open a picture in this browser. */
export async function examinePicture(picture: Blob): Promise<PictureProblem | null> {
  const address = URL.createObjectURL(picture)
  try {
    if ((await sideOf(address)) > MAX_PICTURE_SIDE) return 'large'
    // An image element also shows the beginning of a picture that is cut.
    const whole = await createImageBitmap(picture, { resizeWidth: 1, resizeHeight: 1 })
    whole.close()
    return null
  } catch {
    return 'damaged'
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** Pixels of the longer side. */
const sideOf = (address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const picture = new Image()
    picture.addEventListener('error', () => reject(new Error('no picture')))
    picture.addEventListener('load', () => resolve(Math.max(picture.naturalWidth, picture.naturalHeight)))
    picture.src = address
  })
