import { forgetAccounts, openAccount } from './storage.ts'
import { notifyTabs } from './tabs.ts'

let isLeaving = false
/** The account, or in the Console the person, that the page was opened for. */
let reader: string | null = null

// This listener precedes the router's: after a sign-out no unsaved form may keep the page open for the next
// person.
globalThis.addEventListener?.('beforeunload', (event) => isLeaving && event.stopImmediatePropagation(), {
  capture: true,
})
// The browser restores a page from its cache, even if another person is signed in now.
globalThis.addEventListener?.('pageshow', ({ persisted }) => persisted && window.location.reload())

/** Leave the page with everything it has in memory. */
export function leavePage(address: string): void {
  isLeaving = true
  window.location.replace(address)
}

/** The server named the account that is signed in. A page of another account is left: forms, drafts and answers in it are not theirs. */
export function enterAccount(id: string): void {
  if (openAccount(id)) return read(id)
  const { pathname, search } = window.location
  leavePage(pathname === '/auth' ? pathname + search : '/')
}

/** As `enterAccount`, for the Console, whose server names a person by e-mail address. */
export function enterPerson(email: string): void {
  if (reader === null || reader === email) return read(email)
  forgetAccounts()
  leavePage('/portal/')
}

/** Other tabs find out whether this is their reader, too: a cookie is shared by all tabs. */
function read(by: string): void {
  if (reader === null) notifyTabs('signed-in')
  reader = by
}

/** The person signed out: forget what the browser keeps for them, in every tab, and leave. */
export function leaveAccount(address: string): void {
  forgetAccounts()
  notifyTabs('signed-out')
  leavePage(address)
}

/** The person signed out in another tab. */
export function followSignOut(): void {
  forgetAccounts()
  if (window.location.pathname !== '/auth') leavePage('/auth')
}
