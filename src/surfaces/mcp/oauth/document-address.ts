const MAX_ID_CHARACTERS = 1000

/** Source: draft-ietf-oauth-client-id-metadata-document, section 3. */
export function isDocumentAddress(id: string): boolean {
  if (!id.startsWith('https://') || id.length > MAX_ID_CHARACTERS || !URL.canParse(id)) return false
  const { href, pathname, username, password } = new URL(id)
  return href === id && pathname !== '/' && !id.includes('#') && username === '' && password === ''
}

export const isAllowedDocument = (id: string, allowed: readonly string[]): boolean =>
  isDocumentAddress(id) && (allowed.includes(id) || allowed.includes(new URL(id).host))

export const isDocumentEntry = (entry: string): boolean =>
  isDocumentAddress(entry) ||
  (URL.canParse(`https://${entry}/`) && new URL(`https://${entry}/`).host === entry)
