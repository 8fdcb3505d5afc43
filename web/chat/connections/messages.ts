import { texts } from '../../ui/language.ts'
export const connections = texts('chat.connections', {
  cards: 'Accounts to connect',
  title: (name: string) => `${name} needs to be connected`,
  connected: (name: string) => `${name} is connected`,
  connect: 'Connect',
  newTab: (name: string) => ` ${name} (opens in a new tab)`,
  states: {
    waiting: 'The agent works with your own account there.',
    started: 'Go on in the tab that opened, or open it again.',
    connected: 'Ask again, and the agent continues.',
    failed: 'Connecting failed. Ask the agent for a new link.',
    cancelled: 'You chose not to connect. Ask again when you want to.',
    expired: 'This link has expired. Ask the agent for a new link.',
  },
  withheld: (name: string, scopes: string) => `${name} did not grant ${scopes}.`,
  kept: (name: string) => `${name} stays connected as before`,
})
