/**
 * Read a JSON body of a client. Some programs begin it with a byte order mark, which a reader may ignore (RFC 8259, 8.1).
 *
 * @throws SyntaxError when it is not JSON.
 */
export const parseJsonBody = (text: string): unknown =>
  JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
