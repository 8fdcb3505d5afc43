/** Open WebUI can restrict API keys to some paths. The Hub's key needs all of these. */
export const KEY_PATHS = [
  '/api/models',
  '/api/v1/auths',
  '/api/v1/chats',
  '/api/v1/configs',
  '/api/v1/files',
  '/api/v1/groups',
  '/api/v1/models',
  '/api/v1/users',
  '/openai',
] as const

/** @param form Response of Open WebUI to `GET /api/v1/auths/admin/config`. */
export function closedKeyPaths(form: Readonly<Record<string, unknown>>): string[] {
  if (form['ENABLE_API_KEYS_ENDPOINT_RESTRICTIONS'] !== true) return []
  const { API_KEYS_ALLOWED_ENDPOINTS: listed } = form
  const allowed = (typeof listed === 'string' ? listed : '')
    .split(',')
    .map((path) => path.trim())
    .filter(Boolean)
  return KEY_PATHS.filter((path) => !allowed.some((one) => path === one || path.startsWith(`${one}/`)))
}
