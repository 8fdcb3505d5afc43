import { texts } from '../../ui/language.ts'

export const memoryTexts = texts('chat.memory', {
  remembered: 'Remembered',
  saved: 'Remembered:',
  changed: 'Changed a note:',
  forgotten: 'Erased a note about you.',
  undo: 'Undo',
  forget: 'Forget this',
  forgetNote: (text: string) => `Forget this: “${text}”`,
  edit: 'Edit',
  editNote: (text: string) => `Edit “${text}”`,
  erased: 'Note erased. Later answers don’t use it.',
})
