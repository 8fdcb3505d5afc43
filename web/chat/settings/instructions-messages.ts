import { texts } from '../../ui/language.ts'

export const instructionTexts = texts('chat.instructions', {
  title: 'Instructions',
  text: 'Instructions for every agent that answers you, such as your preferred tone or your current work. They do not change an agent’s permissions.',
  field: 'Your instructions',
  example: 'Answer briefly. I work in Munich, so give times in my zone and lengths in metres.',
  isOn: 'Send these instructions with my messages',
  count: (used: string, most: string) => `${used} of ${most} characters`,
})
