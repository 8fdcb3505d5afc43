import { texts } from './language.ts'
export const common = texts('ui.common', {
  cancel: 'Cancel',
  close: 'Close',
  retry: 'Try again',
  copy: 'Copy',
  copied: 'Copied',
  loading: 'Loading…',
  notifications: 'Notifications',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
})

export const errors = texts('ui.errors', {
  unreachable: 'The server can’t be reached right now.',
  unexpected: 'Something went wrong on the server.',
  invalid: 'The server didn’t accept the input. Check what you entered.',
  missing: 'The requested item doesn’t exist, or you don’t have access to it.',
})

export const problems = texts('ui.problems', {
  page: 'This page can’t be shown',
  lost: 'The connection is lost',
  lostText: 'This page appears as soon as the server can be reached again.',
  notFound: 'Page not found',
  notFoundText: 'There is no page at this address.',
})

export const newVersion = texts('ui.newVersion', {
  text: 'There is a new version of this page. Reload to use it; messages you have not sent are kept.',
  reload: 'Reload',
})

export const account = texts('ui.account', {
  account: 'Account',
  theme: 'Theme',
  themes: { light: 'Light', dark: 'Dark', system: 'System' },
  signOut: 'Sign out',
})

export const connectionStates = texts('ui.connectionStates', {
  healthy: 'Connected',
  expiring: 'Expires soon',
  expired: 'Expired',
  revoked: 'No longer valid',
  scope_missing: 'Access incomplete',
  misconfigured: 'Configured wrongly',
})

export const units = texts('ui.units', {
  ms: (count: string) => `${count} ms`,
  s: (count: string) => `${count} s`,
  min: (count: string) => `${count} min`,
})
