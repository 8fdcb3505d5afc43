const MAX_NAME_CHARACTERS = 100

/**
 * A program's name: one short line, without characters that change the direction of text or are invisible.
 * Pure.
 */
export const displayProgramName = (name: string): string =>
  name
    .slice(0, MAX_NAME_CHARACTERS)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim() || 'Unnamed program'
