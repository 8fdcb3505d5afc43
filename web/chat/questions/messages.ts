import { texts } from '../../ui/language.ts'

export const questionTexts = texts('chat.questions', {
  cards: 'Questions to answer',
  title: (server: string) => `${server} asks`,
  until: (time: string) => `Please answer by ${time}.`,
  secrets: (server: string) => `Your answer goes to ${server} only. Never enter passwords or keys here.`,
  address: (server: string) => `${server} wants you to open this address:`,
  notEncrypted: 'The connection to this address is not encrypted.',
  open: (host: string) => `Open ${host}`,
  openAgain: 'Open the address again',
  newTab: ' (opens in a new tab)',
  finish: (host: string) => `Finish at ${host} in the other tab, then continue in this tab.`,
  answer: 'Answer',
  continue: 'Continue',
  decline: 'Decline',
  cancel: 'Cancel',
  sent: 'Sent.',
})
