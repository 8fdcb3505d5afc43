import * as shared from '../../ui/messages.ts'
import { texts } from '../../ui/language.ts'

export const shell = texts('console.app.shell', {
  skip: 'Skip to the page',
  rail: 'Navigation',
  pages: 'Pages',
  openRail: 'Open navigation',
  hub: 'Hub',
  allHubs: 'All Hubs',
  jump: 'Jump to…',
  toChat: 'Web chat',
  jumpShort: 'Search',
  keys: 'API keys',
  keysText: 'Keys for programs that call your agents.',
  personal: 'Your pages',
})

/** The web chat's settings, where API keys are made. */
export const KEYS_ADDRESS = '/?settings=key'

export const jump = texts('console.app.jump', {
  label: 'Jump to a page, setting, Hub or person',
  pages: 'Pages',
  hubs: 'Hubs',
  people: 'People',
  settings: 'Settings',
  ofHubs: 'Pages of Hubs',
  nothing: 'Nothing matches.',
  hint: '↑ ↓ select · Enter opens · Esc closes',
})

export const entry = texts('console.app.entry', {
  personal: 'Show your own pages',
  nothing: 'You don’t manage any access',
  nothingText:
    'This page is for people who manage access. If you need to manage access, contact an administrator.',
  blocked: 'Your account is blocked',
  blockedText:
    'An administrator blocked this account. Contact an administrator if you think that this is a mistake.',
})

export const signedOut = texts('console.app.signedOut', {
  title: 'You were signed out',
  text: 'This page and your input are kept. Sign in in a new tab, then continue.',
  signIn: 'Sign in',
  goOn: 'I have signed in',
  still: 'You are still signed out.',
  back: 'You are signed in',
  backText: 'Continue in your previous tab. You can close this tab.',
})

export const problems = texts('console.app.problems', { ...shared.problems, home: 'Go to the overview' })
