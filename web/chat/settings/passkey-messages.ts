import { texts } from '../../ui/language.ts'

export const passkeyTexts = texts('chat.passkeys', {
  title: 'Passkeys',
  text: 'Sign in with your fingerprint, face or screen lock, without your password and without a code.',
  unavailable: 'Passkeys need an https address with a domain name.',
  list: 'Your passkeys',
  added: (when: string) => `added ${when}`,
  used: (when: string) => `used ${when}`,
  unused: 'not used yet',
  add: 'Add a passkey',
  password: 'Your password',
  name: 'Name',
  nameHint: 'Optional. Helps you recognise the passkey, such as Work laptop.',
  next: 'Continue',
  made: (name: string) => `The passkey ${name} was added.`,
  known: 'This device has a passkey for your account already.',
  declined: 'Your browser didn’t create a passkey. Try again when you are ready.',
  rename: (name: string) => `Rename ${name}`,
  remove: (name: string) => `Delete ${name}`,
  removeTitle: (name: string) => `Delete the passkey ${name}?`,
  removeText:
    'You can no longer sign in with this passkey. Your device or password manager may keep offering the passkey until you delete it there, too.',
  removeAct: 'Delete passkey',
  removed: (name: string) => `The passkey ${name} was deleted.`,
})
