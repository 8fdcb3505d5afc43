import { texts } from '../../../ui/language.ts'

export const sharedTexts = texts('chat.shared', {
  prompt: (name: string) => `Message from ${name}`,
  by: (name: string) => `by ${name}`,
  copyOf: (name: string, time: string) => `${name} shares a copy of this chat with you, as of ${time}`,
  liveOf: (name: string) => `${name} shares this chat with you, including new messages.`,
  ownCopy: (time: string) => `Readers of this shared chat see a copy as of ${time}`,
  ownLive: 'Readers of this shared chat see this page, including new messages.',
  goOn: 'Continue in my own chat',
  unfinished: 'This answer was not finished.',
  empty: 'This chat has no messages yet.',
  endedTitle: 'Sharing has ended',
  endedText: 'This chat isn’t shared with you any more.',
  missingTitle: 'You don’t have access to this chat',
  missingText: 'The chat is no longer shared with you, or you have no access to its agent.',
  list: 'View chats shared with me',
})
