import { MAX_PICTURE_SIDE, type PictureProblem } from './picture-problem.ts'

export async function examinePicture(picture: Blob): Promise<PictureProblem | null> {
  const address = URL.createObjectURL(picture)
  try {
    if ((await sideOf(address)) > MAX_PICTURE_SIDE) return 'large'
    // `<img>` also shows the beginning of a truncated picture; `createImageBitmap` rejects a truncated picture.
    const whole = await createImageBitmap(picture, { resizeWidth: 1, resizeHeight: 1 })
    whole.close()
    return null
  } catch {
    return 'damaged'
  } finally {
    URL.revokeObjectURL(address)
  }
}

const sideOf = (address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const picture = new Image()
    picture.addEventListener('error', () => reject(new Error('no picture')))
    picture.addEventListener('load', () => resolve(Math.max(picture.naturalWidth, picture.naturalHeight)))
    picture.src = address
  })
