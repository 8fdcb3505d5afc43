const MAX_ID_CHARACTERS = 1000

/**
 * Requires https, a path and the spelling of a URL parser; refuses user and fragment. Pure. Source:
 * draft-ietf-oauth-client-id-metadata-document, section 3.
 */
export function isDocumentAddress(id: string): boolean {
  if (!id.startsWith('https://') || id.length > MAX_ID_CHARACTERS || !URL.canParse(id)) return false
  const { href, pathname, username, password } = new URL(id)
  return href === id && pathname !== '/' && !id.includes('#') && username === '' && password === ''
}

/** Whether the administrators' list allows an address, by its host with port or by the address itself. Pure. */
export const isAllowedDocument = (id: string, allowed: readonly string[]): boolean =>
  isDocumentAddress(id) && (allowed.includes(id) || allowed.includes(new URL(id).host))

/** Whether the administrators' list may have the entry: a host with port, or the address of a document. Pure. */
export const isDocumentEntry = (entry: string): boolean =>
  isDocumentAddress(entry) ||
  (URL.canParse(`https://${entry}/`) && new URL(`https://${entry}/`).host === entry)
