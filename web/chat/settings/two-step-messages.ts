import { texts } from '../../ui/language.ts'

export const twoStepTexts = texts('chat.twoStep', {
  title: 'Two-step sign-in',
  off: 'With two-step sign-in, you enter your password and a code from an app on your phone.',
  on: (left: number) => `Sign-in requires a code. ${left} of 10 recovery codes are left.`,
  setUp: 'Set up',
  password: 'Your password',
  next: 'Continue',
  scan: 'Scan this QR code with an app such as Aegis, Google Authenticator or 1Password, then enter the code that the app shows.',
  picture: 'The secret for your app',
  secret: 'Or enter this secret in the app',
  copySecret: 'Copy the secret',
  copied: 'Copied',
  code: 'Code',
  turnOn: 'Turn on',
  codesTitle: 'Your recovery codes',
  codesText:
    'Each code signs you in once when you don’t have your phone. Keep the codes in a safe place: they are not shown again.',
  download: 'Download',
  done: 'I have saved the codes',
  turnOff: 'Turn off',
  turnedOff: 'Two-step sign-in is off.',
})

export const factorTexts = texts('chat.neededFactor', {
  title: 'Set up a second factor',
  text: 'This service requires more than a password to sign in. Set up an authenticator app or a passkey, then continue.',
  goOn: 'Continue',
})
