/** Removes a byte order mark, which a reader of JSON may ignore (RFC 8259, 8.1). */
export const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text)
