import { texts } from '../../ui/language.ts'
export const settings = texts('chat.settings', {
  title: 'Settings',
  profile: 'Profile',
  password: 'Password',
  apiKeys: 'API keys',
  appearance: 'Appearance',
  emailNote: 'An administrator can change the address.',
  currentPassword: 'Current password',
  newPassword: 'New password',
  changePassword: 'Change password',
  passwordChanged: 'Password changed. Other devices were signed out.',
  keyText: 'With a key, programs can use this server as you. Keep it secret, and give each program its own.',
  notices: 'Notify me when an answer is ready and I am not looking',
  noticesRefused: 'This browser doesn’t allow notifications from here.',
  language: 'Language',
  languageOfBrowser: 'As in this browser',
  timeZone: 'Time zone',
  timeZoneOfBrowser: (zone: string) => `Same as this browser (${zone})`,
  timeZoneNote:
    'Agents use it for the date, also in messaging apps. Leave it empty to use the zone of each browser.',
  timeZoneUnknown: 'Choose a time zone from the list, such as Europe/Berlin.',
  themeText: 'How this browser shows the page.',
})
