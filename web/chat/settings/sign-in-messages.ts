import { texts } from '../../ui/language.ts'

export const signInTexts = texts('chat.signIns', {
  security: 'Security',
  title: 'Where you are signed in',
  text: 'Sign out devices you don’t recognise, then change your password.',
  list: 'Your sign-ins',
  current: 'This device',
  device: (program: string | null, system: string | null) =>
    program && system ? `${program} on ${system}` : (program ?? system ?? 'Unknown device'),
  signedIn: (when: string) => `signed in ${when}`,
  seen: (when: string) => `last seen ${when}`,
  unknownAddress: 'unknown address',
  more: (count: number) => `${count} more devices, last seen earlier.`,
  end: 'Sign out',
  endOne: (device: string, address: string) => `Sign out ${device}, ${address}`,
  endTitle: (device: string) => `Sign out ${device}?`,
  endText: 'The device is signed out at once. Anyone with the password can sign in on it again.',
  ended: (device: string) => `${device} is signed out.`,
  endOthers: 'Sign out everywhere else',
  endOthersTitle: 'Sign out everywhere else?',
  endOthersText: (count: number) =>
    `${count === 1 ? 'One other sign-in ends' : `${count} other sign-ins end`} at once. You stay signed in on this device, and your API keys stay valid.`,
  endedOthers: 'You are signed out everywhere else.',
  alone: 'You are not signed in anywhere else.',
})
