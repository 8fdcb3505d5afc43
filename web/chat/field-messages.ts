import { texts } from '../ui/language.ts'

// Apart from `messages.ts`, which each page loads, because only forms need these texts.
export const fields = texts('chat.fields', {
  name: 'Name',
  email: 'Email',
  password: 'Password',
  passwordHint: 'At least 8 characters',
  passwordTooShort: 'Use at least 8 characters.',
  required: (label: string) => `${label} is required.`,
  emailShape: 'Enter an email address such as ann@example.org.',
})
