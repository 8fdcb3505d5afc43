import { plural } from './plural.ts'
import { CHANNEL_LABELS } from '#ground/hub/channels.ts'
import * as shared from '../../ui/messages.ts'
import { listed, number, texts } from '../../ui/language.ts'

export const common = texts('console.kit.common', {
  ...shared.common,
  console: 'Console',
  toChat: 'Go to the web chat',
  acts: 'Actions',
  sections: 'Pages of this section',
  tabs: 'Tabs',
  ofTab: (tab: string) => `Pages of ${tab}`,
  none: 'None',
  yes: 'Yes',
  no: 'No',
})

export const list = texts('console.kit.list', {
  pages: 'Pages of the list',
  previous: 'Previous page',
  next: 'Next page',
  range: (first: number, last: number, total: string) => `${number(first)}–${number(last)} of ${total}`,
  total: (total: number, exact: boolean) => `${number(total)}${exact ? '' : '+'}`,
  size: 'Rows per page',
  jumpToName: 'Jump to name',
  jumpToDay: 'Jump to day',
  jumpEnd: 'Back to the beginning of the list',
  clear: 'Clear filters',
  clearSearch: 'Clear search',
  clearFilter: (label: string) => `Clear filter: ${label}`,
  noMatch: 'Nothing matches',
  noMatchText: 'No entry matches the search and filters.',
  failed: 'This list couldn’t be loaded',
  unreached: (names: readonly string[]) =>
    `${names.length === 1 ? 'This Hub is' : 'These Hubs are'} unreachable and missing from this list: ${listed(names)}.`,
})

export const people = texts('console.kit.people', {
  suggestions: 'Suggested people',
  found: (found: number) => `${plural(found, 'suggestion', 'suggestions')}, use the arrow keys`,
})

export const views = texts('console.kit.views', {
  label: 'Saved views',
  save: 'Save view',
  saveTitle: 'Save this view',
  saveText: 'Keeps the current filters and order of this list, only for you.',
  name: 'Name',
  renameTitle: 'Rename view',
  rename: 'Rename…',
  renameVerb: 'Rename',
  delete: 'Delete',
  undo: 'Undo',
  deleted: (name: string) => `View “${name}” deleted`,
  taken: 'You have a view with this name. Saving replaces it.',
  actsFor: (name: string) => `Actions for the view “${name}”`,
  full: 'A list keeps at most 20 views. Delete one first.',
})

export const surfaces = texts('console.kit.surfaces', {
  label: 'Surface',
  channel: 'Channel',
  webhook: 'Webhooks',
  messages: 'All messages',
  channels: CHANNEL_LABELS,
})

export const setups = texts('console.kit.setups', {
  off: 'Settings can’t be changed here, and saved settings aren’t used. The operator can permit both with SVC_CONSOLE_SETUP=true in the Hub’s .env and a restart.',
  setByOperator: (variables: string) =>
    `Set by the operator: ${variables}. Change these variables and restart the Hub.`,
  unreadable:
    'The Hub can’t decrypt the saved settings, because its secrets have changed, so the settings aren’t used. Enter them again, or remove them.',
  changedBy: (email: string) => `Changed by ${email}`,
  isSet: 'Set',
  isNotSet: 'Not set',
  secretStays: 'Saved. Leave this field empty to keep the saved value.',
  remove: 'Remove…',
  tryAndSave: 'Test and save',
})

export const leaving = texts('console.kit.leaving', {
  title: 'Leave this page?',
  leave: 'Leave',
  stay: 'Stay',
})

export const exports = texts('console.kit.exports', {
  label: 'Export',
  csv: 'CSV, for spreadsheets',
  jsonl: 'JSON lines, for programs',
})

export const span = texts('console.kit.span', {
  range: 'Time',
  ranges: { '24h': 'Last 24 hours', '7d': 'Last 7 days', '30d': 'Last 30 days', custom: 'Custom days…' },
  customDays: 'custom days',
  sinceDay: (day: string) => `since ${day}`,
  untilDay: (day: string) => `until ${day}`,
  since: 'From',
  until: 'To',
})
