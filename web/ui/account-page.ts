import { forgetAccounts, openAccount } from './storage.ts'
import { notifyTabs } from './tabs.ts'

let isLeaving = false
/** Account id; in the Console, e-mail address. */
let reader: string | null = null

// While the browser leaves the page, the router's listener must not run: it would keep an unsaved form open for the
// next person.
globalThis.addEventListener?.('beforeunload', (event) => isLeaving && event.stopImmediatePropagation(), {
  capture: true,
})
// The browser may restore a page from its back/forward cache after another person signed in.
globalThis.addEventListener?.('pageshow', ({ persisted }) => persisted && window.location.reload())

export function leavePage(address: string): void {
  isLeaving = true
  window.location.replace(address)
}

/** Reloads a page that was opened for another account, because it shows data of that account. */
export function enterAccount(id: string): void {
  if (openAccount(id)) return read(id)
  const { pathname, search } = window.location
  leavePage(pathname === '/auth' ? pathname + search : '/')
}

export function enterPerson(email: string): void {
  if (reader === null || reader === email) return read(email)
  forgetAccounts()
  leavePage('/portal/')
}

function read(by: string): void {
  if (reader === null) notifyTabs('signed-in')
  reader = by
}

export function leaveAccount(address: string): void {
  forgetAccounts()
  notifyTabs('signed-out')
  leavePage(address)
}

export function followSignOut(): void {
  forgetAccounts()
  if (window.location.pathname !== '/auth') leavePage('/auth')
}
