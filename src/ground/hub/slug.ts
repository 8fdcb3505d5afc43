/**
 * Consecutive characters other than letters and digits become one `-`. Source: service specification 1.0.1, "What the
 * service does".
 */
export const slugOf = (folderName: string): string =>
  folderName
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')

export const isSlug = (text: string): boolean => text !== '' && slugOf(text) === text
