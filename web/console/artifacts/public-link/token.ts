/** Take the token out of the address, so that neither the history nor a shared screen keeps it. Null: there is none. */
export function takeToken(): string | null {
  const token = window.location.hash.slice(1)
  if (token === '') return null
  window.history.replaceState(null, '', window.location.pathname)
  return token
}
