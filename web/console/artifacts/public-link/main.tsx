import '../../../ui/base.css'
import { showPage } from '../../../ui/show-page.tsx'
import { PublicLinkPage } from './public-link-page.tsx'

// Before anything else runs: the token stays in this page's memory, and in nothing that outlives it.
const token = takeToken()

showPage(<PublicLinkPage token={token} />)

// The address bar shows no token, so a link pasted into it changes only the fragment: start anew with that one.
window.addEventListener('hashchange', () => window.location.hash.length > 1 && window.location.reload())

/** Take the token out of the address, so that neither the history nor a shared screen keeps it. Null: there is none. */
function takeToken(): string | null {
  const token = window.location.hash.slice(1)
  if (token === '') return null
  window.history.replaceState(null, '', window.location.pathname)
  return token
}
