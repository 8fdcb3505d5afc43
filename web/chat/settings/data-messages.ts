import { texts } from '../../ui/language.ts'

export const dataTexts = texts('chat.data', {
  title: 'Your chats',
  text: 'The export is one file with all chats, including archived chats, without attached files. You can import the file into this Hub or another Hub. You can also import chats that Open WebUI exported.',
  exportAll: 'Export all chats',
  import: 'Import chats…',
  progress: (done: number, of: number) => `${done} of ${of}`,
  exported: (count: number) => (count === 1 ? '1 chat was exported.' : `${count} chats were exported.`),
  imported: (count: number) => (count === 1 ? '1 chat was imported.' : `${count} chats were imported.`),
  notImported: (count: number) =>
    count === 1 ? '1 chat was not imported.' : `${count} chats were not imported.`,
  refused: 'Not imported',
  untitled: (position: number) => `Entry ${position} of the file`,
  moreRefused: (count: number) => (count === 1 ? 'and 1 more' : `and ${count} more`),
  stopped: (position: number, of: number) => `The import stopped at entry ${position} of ${of}.`,
  resume: 'Continue the import',
  allTitle: 'All of your data',
  allText:
    'One file with your account, instructions, prompts, what agents remember about you, folders, chats, and the contents of your files.',
  exportData: 'Export all of my data',
  deleteTitle: 'Delete all chats',
  deleteText:
    'Deletes all of your chats, including archived chats, and files that are used only in these chats. You can’t undo this. Your account, prompts, folders, keys and published artifacts stay.',
  deleteOpen: 'Delete all chats…',
  deleteWord: 'delete',
  deleteType: (word: string) => `Type “${word}” to confirm`,
  deleteAll: 'Delete all chats',
  accountTitle: 'Delete my account',
  accountText:
    'Deletes your account with all of your chats, files, prompts, keys and permissions, and signs you out everywhere. Audit records of your actions stay. You can’t undo this.',
  accountOpen: 'Delete my account…',
})
