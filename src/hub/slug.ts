/**
 * The Hub slug of a folder name: lower case, each run of characters other than letters and digits becomes one `-`.
 * Source: service specification 1.0.1, "What the service does".
 */
export const slugOf = (folderName: string): string => folderName.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')
