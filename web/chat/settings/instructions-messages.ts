import { texts } from '../../ui/language.ts'

/** Texts of what a person wants every agent to keep in mind. */
export const instructionTexts = texts('chat.instructions', {
  title: 'Instructions',
  text: 'What every agent should keep in mind when it answers you, such as how to speak with you or what you work on. It changes nothing that an agent may do.',
  field: 'Your instructions',
  example: 'Answer briefly. I work in Munich, so give times in my zone and lengths in metres.',
  isOn: 'Send them with my questions',
  count: (used: string, most: string) => `${used} of ${most} characters`,
})
