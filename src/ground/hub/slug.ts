/**
 * The Hub slug of a folder name: lower case, each run of characters other than letters and digits becomes one `-`.
 * Accented letters count as one letter in either of their spellings, which differ between file systems.
 * Source: service specification 1.0.1, "What the service does".
 */
export const slugOf = (folderName: string): string =>
  folderName
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')

/** Whether some folder's name has this slug: then it may be set in place of one. */
export const isSlug = (text: string): boolean => text !== '' && slugOf(text) === text
