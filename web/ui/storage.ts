/**
 * The only code that touches `localStorage` and `sessionStorage`. An entry belongs to the browser, such as its theme, or to the
 * account that is signed in. Entries of an account carry its id in their key, and are removed
 *
 * 1. when the person signs out, in every tab,
 * 2. when another account signs in.
 *
 * They outlive an expired session: its person finds them again. Without an account they are neither read nor written.
 */
export interface Entries {
  /** Null when there is none, or the browser closes its storage to the page. */
  read(name: string): string | null
  /** Null removes the entry. A browser that is full or closed keeps nothing. */
  write(name: string, value: string | null): void
}

const ACCOUNT = 'account '
/** Keys that versions without accounts in their keys wrote. */
const WITHOUT_OWNER = /^(?:draft:|queue:|banner .|agent$|notices$)/

let account: string | null = null

/** Entries of the browser, for every account that uses it. */
export const browserEntries: Entries = entriesOf('localStorage', (name) => name)
/** Entries of the account in this browser. */
export const accountEntries: Entries = entriesOf('localStorage', keyOfAccount)
/** Entries of this tab, for every account that uses it: they are there before a person signs in. */
export const sharedTabEntries: Entries = entriesOf('sessionStorage', (name) => name)
/** Entries of the account in this tab. */
export const tabEntries: Entries = entriesOf('sessionStorage', keyOfAccount)

/**
 * Opens the entries of the signed-in account, and removes those of other accounts.
 *
 * @returns False when this page was opened for another account: its data in memory is that account's, so the
 * page must be left.
 */
export function openAccount(id: string): boolean {
  const isSame = account === null || account === id
  account = isSame ? id : null
  removeEntries((key) =>
    key.startsWith(ACCOUNT) ? !key.startsWith(keyFor(id, '')) : WITHOUT_OWNER.test(key),
  )
  return isSame
}

/** Remove the entries of every account: the person signed out. */
export function forgetAccounts(): void {
  account = null
  removeEntries((key) => key.startsWith(ACCOUNT) || WITHOUT_OWNER.test(key))
}

type Kind = 'localStorage' | 'sessionStorage'

function entriesOf(kind: Kind, keyOf: (name: string) => string | null): Entries {
  return {
    read(name) {
      const key = keyOf(name)
      return key === null ? null : attempt(() => window[kind].getItem(key))
    },
    write(name, value) {
      const key = keyOf(name)
      if (key === null) return
      attempt(() => (value === null ? window[kind].removeItem(key) : window[kind].setItem(key, value)))
    },
  }
}

function keyOfAccount(name: string): string | null {
  return account === null ? null : keyFor(account, name)
}

/** An id with a space in it must not be the beginning of another one. */
const keyFor = (id: string, name: string): string => `${ACCOUNT}${encodeURIComponent(id)} ${name}`

function removeEntries(isRemoved: (key: string) => boolean): void {
  for (const kind of ['localStorage', 'sessionStorage'] as const)
    attempt(() => {
      const storage = window[kind]
      for (const key of Object.keys(storage)) if (isRemoved(key)) storage.removeItem(key)
    })
}

/** A browser may close its storage to pages, or be out of space: the page works without it. */
function attempt<Value>(act: () => Value): Value | null {
  try {
    return act()
  } catch {
    return null
  }
}
