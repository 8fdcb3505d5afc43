import { texts } from '../../../ui/language.ts'

/** Texts of a chat shared by another person. */
export const sharedTexts = texts('chat.shared', {
  prompt: (name: string) => `Message of ${name}`,
  by: (name: string) => `by ${name}`,
  copyOf: (name: string, time: string) => `${name} shares this chat with you to read, as it was: ${time}`,
  liveOf: (name: string) => `${name} shares this chat with you to read, as it goes on.`,
  ownCopy: (time: string) => `This is what those see with whom you share the chat, as it was: ${time}`,
  ownLive: 'This is what those see with whom you share the chat, as it goes on.',
  goOn: 'Continue in a chat of my own',
  unfinished: 'This answer was not finished.',
  empty: 'Nothing has been said here yet.',
  endedTitle: 'Sharing has ended',
  endedText: 'This chat isn’t shared with you any more.',
  missingTitle: 'This chat isn’t open to you',
  missingText: 'It isn’t shared any more, or with other people, or its agent isn’t open to you.',
  list: 'See what is shared with me',
})
