/**
 * Sign-out, and the sign-in of another account, delete an account's entries in every tab. An expired session deletes
 * nothing.
 * Without an account, reads return null and writes do nothing.
 */
export interface Entries {
  /** Null without an entry, and if the browser denies storage. */
  read(name: string): string | null
  /** Null removes the entry. Does nothing if storage is full or denied. */
  write(name: string, value: string | null): void
}

const ACCOUNT = 'account '
/** Keys of older versions, which had no account id. */
const WITHOUT_OWNER = /^(?:draft:|queue:|banner .|agent$|notices$)/

let account: string | null = null

export const browserEntries: Entries = entriesOf('localStorage', (name) => name)
export const accountEntries: Entries = entriesOf('localStorage', keyOfAccount)
/** For all accounts, also before the sign-in. */
export const sharedTabEntries: Entries = entriesOf('sessionStorage', (name) => name)
export const tabEntries: Entries = entriesOf('sessionStorage', keyOfAccount)

/** @returns False if the page must reload, because its memory has data of another account. */
export function openAccount(id: string): boolean {
  const isSame = account === null || account === id
  account = isSame ? id : null
  removeEntries((key) =>
    key.startsWith(ACCOUNT) ? !key.startsWith(keyFor(id, '')) : WITHOUT_OWNER.test(key),
  )
  return isSame
}

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

/** The first space ends the id, so spaces within the id are encoded. */
const keyFor = (id: string, name: string): string => `${ACCOUNT}${encodeURIComponent(id)} ${name}`

function removeEntries(isRemoved: (key: string) => boolean): void {
  for (const kind of ['localStorage', 'sessionStorage'] as const)
    attempt(() => {
      const storage = window[kind]
      for (const key of Object.keys(storage)) if (isRemoved(key)) storage.removeItem(key)
    })
}

/** Browsers may deny storage or be out of space. The page works without it. */
function attempt<Value>(act: () => Value): Value | null {
  try {
    return act()
  } catch {
    return null
  }
}
