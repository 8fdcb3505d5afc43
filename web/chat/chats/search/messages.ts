import { texts } from '../../../ui/language.ts'

/** Texts of the page that searches all chats. */
export const searchTexts = texts('chat.search', {
  title: 'All chats',
  agent: 'Agent',
  folder: 'Folder',
  time: 'Time',
  place: 'Kind',
  clear: 'Show all chats',
  clearFilter: (name: string) => `Clear filter: ${name}`,
  since: {
    day: 'Last 24 hours',
    week: 'Last 7 days',
    month: 'Last 30 days',
    year: 'Last 12 months',
  },
  places: {
    open: 'Not archived',
    archived: 'Archived',
    pinned: 'Pinned',
    shared: 'Shared',
  },
  found: (count: string) => `Found: ${count}`,
  /** There are more than are shown. */
  foundMore: (count: string) => `Found: more than ${count}`,
  select: (title: string) => `Select “${title}”`,
  selection: 'Selected chats',
  selected: (count: number) => `Selected: ${count}`,
  selectAll: 'Select all shown',
  clearSelection: 'Select none',
  done: {
    archive: (count: number) => `Archived: ${count}`,
    unarchive: (count: number) => `Unarchived: ${count}`,
    pin: (count: number) => `Pinned: ${count}`,
    unpin: (count: number) => `Unpinned: ${count}`,
    delete: (count: number) => `Deleted: ${count}`,
    unshare: (count: number) => `No longer shared: ${count}`,
  },
  unshare: 'Stop sharing',
  goneFilter: 'no longer exists',
  none: 'There are no chats yet',
  noneText: 'Your chats with agents are listed here.',
  noMatch: 'No chat matches',
  noMatchText:
    'Search finds words by their beginning, in titles and messages. Remove words or filters to find more.',
})
