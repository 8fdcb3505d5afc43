/** Texts that both apps show. */
export const common = {
  cancel: 'Cancel',
  close: 'Close',
  retry: 'Try again',
  copy: 'Copy',
  copied: 'Copied',
  loading: 'Loading…',
  notifications: 'Notifications',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
} as const

export const errors = {
  unreachable: 'The server can’t be reached right now.',
  unexpected: 'Something went wrong on the server.',
  invalid: 'The server didn’t accept this. Check what you entered.',
  missing: 'This doesn’t exist, or it isn’t yours to see.',
} as const

export const problems = {
  page: 'This page can’t be shown',
  notFound: 'Page not found',
  notFoundText: 'There is nothing at this address.',
} as const

export const account = {
  account: 'Account',
  theme: 'Theme',
  themes: { light: 'Light', dark: 'Dark', system: 'System' },
  signOut: 'Sign out',
} as const

export const connectionStates = {
  healthy: 'Connected',
  expiring: 'Expires soon',
  expired: 'Expired',
  revoked: 'No longer valid',
  scope_missing: 'Access incomplete',
  misconfigured: 'Set up wrongly',
} as const
