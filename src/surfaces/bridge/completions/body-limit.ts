export const completionBodyLimit = (maxUploadBytes: number): number =>
  Math.ceil((maxUploadBytes * 4) / 3) * 4 + 4 * 1024 * 1024
