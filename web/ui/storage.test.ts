import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { openDocument } from '../testing/document.ts'

await openDocument()
const { accountEntries, browserEntries, forgetAccounts, openAccount, tabEntries } =
  await import('./storage.ts')

beforeEach(() => {
  forgetAccounts()
  localStorage.clear()
  sessionStorage.clear()
})

const kept = () => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])

function write(word: string) {
  tabEntries.write('draft', word)
  accountEntries.write('agent', word)
}

function reload() {
  const entries = [localStorage, sessionStorage].map((storage) => Object.entries(storage))
  forgetAccounts()
  for (const [at, storage] of [localStorage, sessionStorage].entries())
    for (const [key, value] of entries[at]!) storage.setItem(key, value as string)
}

test('the entries of an account are separate from those of another, whose sign-in removes them [web.account-entries]', () => {
  openAccount('ann')
  write('from Ann')
  reload()
  assert.equal(openAccount('ann'), true)
  assert.equal(tabEntries.read('draft'), 'from Ann', 'a session that expired loses nothing')
  reload()
  assert.equal(openAccount('bob'), true)
  assert.deepEqual([tabEntries.read('draft'), accountEntries.read('agent')], [null, null])
  assert.doesNotMatch(kept(), /Ann/)
})

test('a sign-out removes the entries of the account and leaves those of the browser [web.account-entries]', () => {
  browserEntries.write('theme', 'dark')
  openAccount('ann')
  write('from Ann')
  forgetAccounts()
  write('typed after the sign-out')
  assert.equal(kept(), '[[["theme","dark"]],[]]')
})

test('a page opened for one account must be left when another signs in, and keeps nothing [web.account-entries]', () => {
  openAccount('ann')
  write('from Ann')
  assert.equal(openAccount('bob'), false)
  write('from Ann again')
  assert.equal(kept(), '[[],[]]')
})

test('no account reads entries of another account with a similar id, or entries without an account [web.account-entries]', () => {
  openAccount('ann')
  write('from Ann')
  reload()
  sessionStorage.setItem('draft:new', 'unsigned')
  sessionStorage.setItem('queue:1', 'unsigned')
  localStorage.setItem('agent', 'unsigned')
  openAccount('ann b')
  write('from Ann B')
  reload()
  openAccount('ann')
  assert.equal(tabEntries.read('draft'), null)
  assert.equal(kept(), '[[],[]]')
})
