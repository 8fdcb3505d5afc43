/** Always returns an address on this site. */
export function safeRedirect(wanted: unknown): string {
  if (typeof wanted !== 'string') return '/'
  // Browsers read `//` and `/\` as another host, and remove tabs and line ends.
  if (!/^\/(?![/\\])/.test(wanted) || /[\u0000-\u001f]/.test(wanted)) return '/'
  return wanted.startsWith('/auth') ? '/' : wanted
}

export const isAppPage = (address: string): boolean => /^\/(?:c\/[^/]+|settings)?\/?(?:[?#]|$)/.test(address)
