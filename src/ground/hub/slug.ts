/**
 * The slug of a folder name: lower case; each run of characters other than letters and digits becomes one `-`.
 * Accented letters are normalized, because file systems differ in their Unicode form. Source: service specification
 * 1.0.1, "What the service does".
 */
export const slugOf = (folderName: string): string =>
  folderName
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')

/** True if the text is its own slug. */
export const isSlug = (text: string): boolean => text !== '' && slugOf(text) === text
