import { texts } from '../../ui/language.ts'
export const connections = texts('chat.connections', {
  cards: 'Accounts to connect',
  title: (name: string) => `Connect your ${name} account`,
  connected: (name: string) => `${name} is connected`,
  connect: 'Connect',
  newTab: (name: string) => ` ${name} (opens in a new tab)`,
  states: {
    waiting: 'The agent needs your own account for this task.',
    started: 'Continue in the tab that opened, or open the page again.',
    connected: 'Ask the agent again to continue.',
    failed: 'Connecting failed. Ask the agent for a new link.',
    cancelled: 'You chose not to connect. Ask the agent again when you want to connect.',
    expired: 'This link has expired. Ask the agent for a new link.',
  },
  withheld: (name: string, scopes: string) => `${name} did not grant ${scopes}.`,
  kept: (name: string) => `${name} stays connected as before`,
})
