import { texts } from '../../ui/language.ts'

export const twoStepTexts = texts('chat.twoStep', {
  title: 'Two-step sign-in',
  off: 'Besides your password, signing in asks for a code of an app on your phone.',
  on: (left: number) => `Signing in asks for a code. ${left} of 10 recovery codes are left.`,
  setUp: 'Set up',
  password: 'Your password',
  next: 'Continue',
  scan: 'Scan this with an app such as Aegis, Google Authenticator or 1Password, then enter the code it shows.',
  picture: 'The secret for your app',
  secret: 'Or type this secret',
  copySecret: 'Copy the secret',
  copied: 'Copied',
  code: 'Code',
  turnOn: 'Turn on',
  codesTitle: 'Your recovery codes',
  codesText:
    'Each signs you in once when you don’t have your phone. Keep them somewhere safe: they are not shown again.',
  download: 'Download',
  done: 'I have saved them',
  turnOff: 'Turn off',
  turnedOff: 'Two-step sign-in is off.',
})

export const factorTexts = texts('chat.neededFactor', {
  title: 'Set up a second step',
  text: 'Everybody here signs in with more than a password. Set up an authenticator app or a passkey, then continue.',
  goOn: 'Go on',
})
