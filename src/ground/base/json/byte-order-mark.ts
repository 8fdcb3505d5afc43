/** A text without the byte order mark that some programs begin JSON with; a reader may ignore it (RFC 8259, 8.1). */
export const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text)
