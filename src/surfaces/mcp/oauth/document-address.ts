const MAX_ID_CHARACTERS = 1000

/**
 * Whether a client id is the address of a client ID metadata document: https with a path, spelled as URL parsers spell it, and
 * nothing that could make two addresses look alike. Pure.
 *
 * Source: draft-ietf-oauth-client-id-metadata-document, section 3.
 */
export function isDocumentAddress(id: string): boolean {
  if (!id.startsWith('https://') || id.length > MAX_ID_CHARACTERS || !URL.canParse(id)) return false
  const { href, pathname, username, password } = new URL(id)
  return href === id && pathname !== '/' && !id.includes('#') && username === '' && password === ''
}

/** Whether an entry of the administrators' list covers an address: a host with the port as written, or that very address. Pure. */
export const isAllowedDocument = (id: string, allowed: readonly string[]): boolean =>
  isDocumentAddress(id) && (allowed.includes(id) || allowed.includes(new URL(id).host))

/** Whether administrators may write it into that list: a host with its port, or the address of one document. Pure. */
export const isDocumentEntry = (entry: string): boolean =>
  isDocumentAddress(entry) ||
  (URL.canParse(`https://${entry}/`) && new URL(`https://${entry}/`).host === entry)
