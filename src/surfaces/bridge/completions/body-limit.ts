/** Bytes for four attachments of the maximum size in base64, which adds a third, and 4 MiB of text. */
export const completionBodyLimit = (maxUploadBytes: number): number =>
  Math.ceil((maxUploadBytes * 4) / 3) * 4 + 4 * 1024 * 1024
