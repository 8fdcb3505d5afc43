import { texts } from '../../ui/language.ts'
import * as shared from '../../ui/messages.ts'

/** Texts of the frame around the pages. */
export const shell = texts('chat.shell', {
  sidebar: 'Chats and agents',
  openSidebar: 'Open sidebar',
  closeSidebar: 'Close sidebar',
  skip: 'Skip to the conversation',
  console: 'Console',
  settings: 'Settings',
})

export const chatPage = texts('chat.chatPage', {
  ready: 'Answer ready',
})

export const connection = texts('chat.connection', {
  lost: 'The server can’t be reached. What you type stays here.',
  retry: 'Try now',
})

export const problems = texts('chat.problems', { ...shared.problems, home: 'Go to a new chat' })
