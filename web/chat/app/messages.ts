import * as shared from '../../ui/messages.ts'

/** Texts of the frame around the pages. */
export const shell = {
  sidebar: 'Chats and agents',
  openSidebar: 'Open sidebar',
  closeSidebar: 'Close sidebar',
  skip: 'Skip to the conversation',
  console: 'Console',
  settings: 'Settings',
} as const

export const chatPage = {
  ready: 'Answer ready',
} as const

export const connection = {
  lost: 'The server can’t be reached. What you type stays here.',
  retry: 'Try now',
} as const

export const problems = { ...shared.problems, home: 'Go to a new chat' } as const
