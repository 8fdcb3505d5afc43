import { texts } from '../../ui/language.ts'
import * as shared from '../../ui/messages.ts'

export const shell = texts('chat.shell', {
  sidebar: 'Chats and agents',
  openSidebar: 'Open sidebar',
  closeSidebar: 'Close sidebar',
  skip: 'Skip to the conversation',
  console: 'Console',
  settings: 'Settings',
  scheduled: 'Scheduled prompts',
})

export const jump = texts('chat.jump', {
  label: 'Search chats, or jump anywhere',
  open: 'Jump to…',
  recent: 'Recent chats',
  found: 'Chats',
  agents: 'New chat with',
  acts: 'Actions',
  folders: 'Folders',
  settings: (section: string) => `Settings: ${section}`,
  theme: (name: string) => `Theme: ${name}`,
  themeWords: 'colours appearance mode',
  signOutWords: 'log out logout leave',
  nothing: 'Nothing matches.',
  hint: '↑ ↓ to move · Enter to open · Esc to close',
})

export const shortcuts = texts('chat.shortcuts', {
  title: 'Keyboard shortcuts',
  everywhere: 'Everywhere',
  sidebar: 'Open or close the sidebar',
  message: 'Write a message',
  sheet: 'Show this list',
  newLine: 'New line',
  sendNow: 'Stop the answer and send now',
  prompts: 'Insert a saved prompt',
})

export const chatPage = texts('chat.chatPage', {
  ready: 'Answer ready',
})

export const connection = texts('chat.connection', {
  lost: 'The server can’t be reached. Your text is kept on this page.',
  retry: 'Try now',
})

export const problems = texts('chat.problems', { ...shared.problems, home: 'Go to a new chat' })
