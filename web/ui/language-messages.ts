import { texts } from './language.ts'
export const languageTexts = texts('ui.language', {
  language: 'Language',
  ofBrowser: 'Same as this browser',
  scope: 'For the web chat and the Console in this browser.',
})
