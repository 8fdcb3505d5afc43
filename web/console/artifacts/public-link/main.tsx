import '../../../ui/base.css'
import { showPage } from '../../../ui/show-page.tsx'
import { PublicLinkPage } from './public-link-page.tsx'

// Before the page is shown, the token leaves the address. It stays only in this page's memory.
const token = takeToken()

showPage(<PublicLinkPage token={token} />)

// The address bar shows no token. A pasted link changes only the fragment, so the page must reload to read the new
// token.
window.addEventListener('hashchange', () => window.location.hash.length > 1 && window.location.reload())

/**
 * Removes the token from the address, so that the browser history and a shared screen do not show it. Null if there
 * is no token.
 */
function takeToken(): string | null {
  const token = window.location.hash.slice(1)
  if (token === '') return null
  window.history.replaceState(null, '', window.location.pathname)
  return token
}
