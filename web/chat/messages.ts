import { texts } from '../ui/language.ts'
import * as shared from '../ui/messages.ts'

export const common = texts('chat.common', {
  ...shared.common,
  save: 'Save',
  saved: 'Saved',
  undo: 'Undo',
  more: 'More',
  schedule: 'Schedule…',
})

export const errors = texts('chat.errors', {
  ...shared.errors,
  tooLarge: 'The file or text is too large for the server.',
  tooMany: 'Too many attempts. Wait a moment, then try again.',
  notAllowed: 'You don’t have permission to do this.',
  code: (code: string) => `Code: ${code}`,
})

export const cuts = texts('chat.cuts', {
  length: 'The model reached its length limit, so this answer is incomplete.',
  filtered: 'The model provider’s content filter stopped this answer, so the answer is incomplete.',
  empty: 'The model returned an empty answer.',
  emptyLength: 'The model reached its length limit before it wrote anything.',
  emptyFiltered: 'The model provider’s content filter withheld this answer.',
})
