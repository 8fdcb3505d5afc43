const MAX_NAME_CHARACTERS = 100

/** What a program calls itself: one short line, without characters that turn the direction of text or hide in it. Pure. */
export const shownName = (name: string): string =>
  name
    .slice(0, MAX_NAME_CHARACTERS)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim() || 'Unnamed program'
