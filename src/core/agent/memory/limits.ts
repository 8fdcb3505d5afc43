export const MAX_NOTES = 100
export const MAX_NOTE_LENGTH = 1000
