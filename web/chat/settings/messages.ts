import { texts } from '../../ui/language.ts'
export const settings = texts('chat.settings', {
  title: 'Settings',
  profile: 'Profile',
  password: 'Password',
  apiKeys: 'API keys',
  appearance: 'Appearance',
  emailNote: 'Only an administrator can change your email address.',
  currentPassword: 'Current password',
  newPassword: 'New password',
  changePassword: 'Change password',
  passwordChanged: 'Password changed. Other devices were signed out.',
  keyText:
    'With a key, programs can use this server as you. Keep the key secret, and give each program its own key.',
  notices: 'Notify me of finished answers while this page is in the background',
  noticesRefused: 'This browser doesn’t allow notifications from this page.',
  timeZone: 'Time zone',
  timeZoneOfBrowser: (zone: string) => `Same as this browser (${zone})`,
  timeZoneNote:
    'Agents use this time zone for dates, also in messaging apps. Leave this field empty to use the time zone of each browser.',
  timeZoneUnknown: 'Choose a time zone from the list, such as Europe/Berlin.',
  themeText: 'Appearance of the web chat in this browser.',
})
