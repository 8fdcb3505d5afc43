import { texts } from '../../../ui/language.ts'

export const sharedTexts = texts('chat.shared', {
  prompt: (name: string) => `Message of ${name}`,
  by: (name: string) => `by ${name}`,
  copyOf: (name: string, time: string) => `${name} shares this chat with you to read, as it was: ${time}`,
  liveOf: (name: string) => `${name} shares this chat with you to read, as it goes on.`,
  ownCopy: (time: string) => `People with access to this shared chat see it as it was: ${time}`,
  ownLive: 'People with access to this shared chat see this page, with new messages.',
  goOn: 'Continue in a chat of my own',
  unfinished: 'This answer was not finished.',
  empty: 'This chat has no messages yet.',
  endedTitle: 'Sharing has ended',
  endedText: 'This chat isn’t shared with you any more.',
  missingTitle: 'This chat isn’t open to you',
  missingText: 'The chat is no longer shared with you, or you have no access to its agent.',
  list: 'See what is shared with me',
})
