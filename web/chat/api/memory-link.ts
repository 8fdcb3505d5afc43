const MAX_SEARCH_LENGTH = 60

/** The Console's memory page with the note, open for editing. */
export const hrefOfMemory = ({ id, text }: { id: string; text: string }): string =>
  `/portal/memory?${new URLSearchParams({ q: text.slice(0, MAX_SEARCH_LENGTH).trim(), note: id }).toString()}`
