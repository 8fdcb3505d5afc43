/** A body holds several attachments of the largest size, a third larger in base64, and the text around them. */
export const completionBodyLimit = (maxUploadBytes: number): number =>
  Math.ceil((maxUploadBytes * 4) / 3) * 4 + 4 * 1024 * 1024
