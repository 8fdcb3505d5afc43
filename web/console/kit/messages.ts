/** Texts that all pages share. */
export const common = {
  console: 'Console',
  toChat: 'Go to the web chat',
  cancel: 'Cancel',
  close: 'Close',
  retry: 'Try again',
  copy: 'Copy',
  copied: 'Copied',
  loading: 'Loading…',
  notifications: 'Notifications',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  acts: 'Actions',
  none: 'None',
  yes: 'Yes',
  no: 'No',
} as const

export const errors = {
  unreachable: 'The server can’t be reached right now.',
  unexpected: 'Something went wrong on the server.',
  invalid: 'The server didn’t accept this. Check what you entered.',
  missing: 'This doesn’t exist, or it isn’t yours to see.',
} as const

export const list = {
  pages: 'Pages of the list',
  previous: 'Previous page',
  next: 'Next page',
  range: (first: number, last: number, total: number) =>
    `${first.toLocaleString()}–${last.toLocaleString()} of ${total.toLocaleString()}`,
  total: (total: number, exact: boolean) => `${total.toLocaleString()}${exact ? '' : '+'}`,
  clear: 'Clear filters',
  clearSearch: 'Clear search',
  clearFilter: (label: string) => `Clear filter: ${label}`,
  noMatch: 'Nothing matches',
  noMatchText: 'No entry fits the search and filters.',
  failed: 'This list couldn’t be loaded',
} as const

export const exports = {
  label: 'Export',
  csv: 'CSV, for spreadsheets',
  jsonl: 'JSON lines, for programs',
} as const

export const span = {
  range: 'Time',
  ranges: { '24h': 'Last 24 hours', '7d': 'Last 7 days', '30d': 'Last 30 days', custom: 'Custom days…' },
  customDays: 'custom days',
  sinceDay: (day: string) => `since ${day}`,
  untilDay: (day: string) => `until ${day}`,
  since: 'From',
  until: 'To',
} as const
