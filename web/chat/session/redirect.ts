/** Target after signing in: always an address of this site. */
export function safeRedirect(wanted: unknown): string {
  if (typeof wanted !== 'string') return '/'
  // One slash, and no second one in any spelling the browser would read as such; tabs and line ends it would drop.
  if (!/^\/(?![/\\])/.test(wanted) || /[\u0000-\u001f]/.test(wanted)) return '/'
  return wanted.startsWith('/auth') ? '/' : wanted
}

/** Whether an address is a page of this app; others on the site are loaded whole. */
export const isAppPage = (address: string): boolean => /^\/(?:c\/[^/]+|settings)?\/?(?:[?#]|$)/.test(address)
