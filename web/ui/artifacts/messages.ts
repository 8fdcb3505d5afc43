import { number, texts } from '../language.ts'

const count = (value: number, one: string, many: string) =>
  value === 1 ? `1 ${one}` : `${number(value)} ${many}`

/** Texts of an artifact, wherever it is looked at. */
export const artifactTexts = texts('ui.artifacts', {
  you: 'You',
  share: 'Share…',
  download: 'Download',
  audiences: {
    owner: 'Only me',
    ownerOfOther: 'Private',
    people: 'Shared with some',
    hub: 'Everyone with the Hub',
  },
  withPeople: (people: number, groups: number) =>
    [people > 0 && count(people, 'person', 'people'), groups > 0 && count(groups, 'group', 'groups')]
      .filter(Boolean)
      .join(', '),
  public: 'Public link',
  openPage: 'Open in a page of its own',
  resize: 'Width of the panel',
  version: (version: number) => `Version ${version}`,
  versions: 'Versions',
  newest: 'newest',
  older: (version: number) => `You are looking at version ${version}, not the newest one.`,
  showNewest: 'Show the newest',
  restore: 'Make it the newest',
  restored: (version: number) => `It is published again, as version ${version}.`,
  arrived: (version: number) => `Version ${version} just arrived.`,
  arrivedWhileOlder: (version: number) => `Version ${version} just arrived. You still see the older one.`,
  missing: 'No such artifact',
  missingText: 'It doesn’t exist, or it isn’t shared with you.',
  gone: 'This artifact is no longer open to you',
  goneText: 'It was deleted, or it isn’t shared with you any more.',
})

/** Texts of comparing versions. */
export const compareTexts = texts('ui.compare', {
  compare: 'Compare versions',
  leave: 'Back to the content',
  changes: 'Changes',
  added: 'Added:',
  removed: 'Removed:',
  counted: (added: number, removed: number) =>
    `${count(added, 'line', 'lines')} added, ${number(removed)} removed`,
  same: 'These versions say the same',
  sameText: 'Their lines don’t differ.',
  tooMuch: 'There is too much to compare',
  tooMuchText: 'The versions are too long, or have too little in common. Download both to compare them.',
  cut: 'Only the first changes are shown.',
})

/** Texts around the content of a file. */
export const bodyTexts = texts('ui.artifactBody', {
  frame: (title: string) => `Content of ${title}`,
  loading: 'Loading the content…',
  failed: 'The content couldn’t be loaded',
  failedText: 'The server can’t be reached, or it can’t read the file right now.',
  missing: 'This content is gone',
  missingText: 'It was deleted, it is no longer shared with you, or its time has run out.',
  retry: 'Try again',
  cut: (read: string, whole: string) => `This is the first ${read} of ${whole}. Download it to see all.`,
  look: 'How it is shown',
  looks: {
    rendered: 'Read',
    source: 'Source',
    table: 'Table',
    tree: 'Tree',
    text: 'Text',
    fit: 'Fit',
    actual: 'Actual size',
  },
  copy: 'Copy',
  copied: 'Copied',
  code: (language: string) => (language ? `Code in ${language}` : 'Code'),
  table: 'Table',
  text: 'Text',
  lines: (lines: number) => count(lines, 'line', 'lines'),
  empty: 'The file is empty.',
  rows: (rows: number, columns: number) =>
    `${count(rows, 'row', 'rows')}, ${count(columns, 'column', 'columns')}`,
  firstRows: (shown: number, all: number) => `${number(shown)} of ${number(all)} rows are shown.`,
  firstColumns: (shown: number, all: number) => `${number(shown)} of ${number(all)} columns are shown.`,
  downloadForAll: 'Download the file to see all.',
  column: (at: number) => `Column ${at}`,
  row: 'Row',
  tree: 'JSON as a tree',
  items: (items: number) => count(items, 'item', 'items'),
  keys: (keys: number) => count(keys, 'key', 'keys'),
  more: (left: number) => `Show more (${number(left)} left)`,
  noPreview: 'This kind of file isn’t shown here',
  noPdf: 'This browser doesn’t show PDF files',
  noPreviewText: 'Download it to open it in a program of yours. Open only files of people you trust.',
  notPlayable: 'This browser can’t play the file',
  notShown: 'This browser can’t show the picture',
  download: 'Download',
  toolbar: 'View',
})

/** Texts of sharing an artifact. */
export const sharingTexts = texts('ui.sharing', {
  title: (title: string) => `Share “${title}”`,
  who: 'Who can open it',
  choices: {
    owner: 'Only me',
    people: 'People and groups',
    hub: (hub: string) => `Everyone who can use ${hub}`,
  },
  hints: {
    owner: 'Nobody else, also not who administers the Hub.',
    people: 'Those you name, as long as they can use the Hub.',
    hub: 'Who gets access later sees it too.',
  },
  find: 'Add people or groups',
  findHint: (hub: string) => `By name or email, from two letters on. Those who can use ${hub} are found.`,
  found: 'People and groups',
  nobody: 'Nobody by this name can use the Hub.',
  group: 'Group',
  remove: (name: string) => `Remove ${name}`,
  chosen: 'Shared with',
  added: (name: string) => `${name} was added.`,
  removed: (name: string) => `${name} was removed.`,
  needOne: 'Add at least one person or group.',
  save: 'Save',
  saved: {
    owner: 'Only you can open it now.',
    people: (whom: string) => `Shared with ${whom}.`,
    hub: (hub: string) => `Shared with everyone who can use ${hub}.`,
  },
  unsaved: 'The choice above isn’t saved yet.',
  copyAddress: 'Copy address',
  address: 'Address',
  link: {
    title: 'Public link',
    none: 'Anyone who has the link can open it, without an account.',
    days: 'It works for',
    dayChoices: (days: number) => count(days, 'day', 'days'),
    create: 'Create public link',
    refused:
      'You may not create public links on this Hub. Who manages access there can give you “Share artifacts publicly”.',
    once: 'Copy it now. The address is shown this once.',
    address: 'Public address',
    copy: 'Copy public address',
    copied: 'Copied',
    qr: 'QR code of the public address',
    active: 'On',
    off: 'No longer works',
    offText: 'It expired, or you may not share publicly any more.',
    expires: 'Expires',
    opens: 'Opened',
    times: (opens: number) => count(opens, 'time', 'times'),
    lastOpened: 'Last opened',
    never: 'Never',
    created: 'Created',
    replace: 'Create a new one',
    replaceHint: 'A new link ends the one before.',
    revoke: 'Revoke',
    revokeTitle: 'Revoke the public link?',
    revokeText: 'Whoever has it sees nothing any more, at once. A new link has another address.',
    revokeAct: 'Revoke link',
  },
})
