import '../../../ui/base.css'
import { showPage } from '../../../ui/show-page.tsx'
import { PublicLinkPage } from './public-link-page.tsx'

// The token leaves the address before the page is shown, and stays only in memory.
const token = takeToken()

showPage(<PublicLinkPage token={token} />)

// A pasted link changes only the fragment, so the page must reload to read the new token.
window.addEventListener('hashchange', () => window.location.hash.length > 1 && window.location.reload())

/** Removes the token from the address, so that the browser history and a shared screen do not show it. */
function takeToken(): string | null {
  const token = window.location.hash.slice(1)
  if (token === '') return null
  window.history.replaceState(null, '', window.location.pathname)
  return token
}
