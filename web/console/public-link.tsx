import '../ui/base.css'
import { startLanguage } from '../ui/language-choice.ts'
import { showPage } from '../ui/show-page.tsx'
import { LANGUAGES } from './app/languages/languages.ts'
import { PublicLinkPage } from './artifacts/public-link/public-link-page.tsx'

// The token leaves the address before the page is shown, and stays only in memory.
const token = takeToken()

// No top-level `await`: the catalogues import this module's chunk and would wait for it forever.
void startLanguage(LANGUAGES).then(() => showPage(<PublicLinkPage token={token} />))

// A pasted link changes only the fragment, so the page must reload to read the new token.
window.addEventListener('hashchange', () => window.location.hash.length > 1 && window.location.reload())

/** Removes the token from the address, so that the browser history and a shared screen do not show it. */
function takeToken(): string | null {
  const token = window.location.hash.slice(1)
  if (token === '') return null
  window.history.replaceState(null, '', window.location.pathname)
  return token
}
