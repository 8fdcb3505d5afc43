const MAX_NAME_CHARACTERS = 100

/** Removes invisible characters and characters that change the text direction. */
export const displayProgramName = (name: string): string =>
  name
    .slice(0, MAX_NAME_CHARACTERS)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim() || 'Unnamed program'
