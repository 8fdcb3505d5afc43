import { connectionStates } from '../../ui/messages.ts'

/** Texts of connected accounts and of the way to connect one. */
export const connections = {
  lead: 'Your outside accounts. Agents only use them when they work for you.',
  empty: 'There is nothing to connect',
  emptyText:
    'An administrator sets up what people can connect, in the web chat under Settings → Integrations.',
  off: 'Accounts are connected in the web chat, under Settings → Integrations.',
  states: { none: 'Not connected', ...connectionStates },
  since: 'Connected',
  scopes: 'May',
  asks: 'Requests',
  lacks: 'Lacks',
  lacksText: (name: string) =>
    `An agent needs more access at ${name}. Choose Reconnect, and ${name} asks you for it.`,
  used: 'Used by',
  never: 'No agent yet',
  connect: 'Connect',
  connectNamed: (name: string) => `Connect ${name}`,
  reconnect: 'Reconnect',
  reconnectNamed: (name: string) => `Reconnect ${name}`,
  disconnect: 'Disconnect',
  disconnectNamed: (name: string) => `Disconnect ${name}`,
  disconnectTitle: (name: string) => `Disconnect ${name}?`,
  disconnectText: (name: string) =>
    `Agents can’t use your ${name} account any more until you connect it again. Nothing at ${name} is deleted.`,
  disconnected: (name: string) => `${name} is disconnected.`,
  disconnectedHere: (name: string) =>
    `${name} is disconnected here, but its access couldn’t be revoked there. Revoke it at ${name} as well.`,
  misconfigured: (name: string) =>
    `${name} refuses this service. Your account is fine: an administrator has to check how ${name} is set up.`,
  /** Descriptions of scopes that every provider has. */
  scopeWords: {
    openid: 'Know who you are there',
    profile: 'Read your name there',
    email: 'Read your email address there',
    offline_access: 'Stay connected while you are away',
  } as Readonly<Partial<Record<string, string>>>,
  moreScopes: (count: number) => `and ${count} more`,

  journey: {
    title: 'Connect an account',
    question: (name: string) => `Connect your ${name} account?`,
    asks: (hub: string) => `${hub} needs it.`,
    asksFor: (hub: string, tool: string) => ({ before: `${hub} needs it for`, tool, after: '.' }),
    asksSelf: 'Agents can then use it in your name only.',
    reasons: {
      missing: 'You haven’t connected one yet.',
      expired: 'The connection you had has expired.',
      revoked: 'The connection you had is no longer valid.',
      scope_missing: 'The connection you have lacks a permission.',
      asked: '',
    },
    next: 'What happens next',
    steps: (name: string) => [
      `${name} opens, and you sign in there. Your password stays with ${name}.`,
      `${name} shows the requested access. You may refuse.`,
      'You return here.',
    ],
    scopes: (name: string) => `Requested access at ${name}`,
    noScopes: (name: string) => `${name} shows the requested access before you decide.`,
    end: 'You can disconnect it at any time under Connections.',
    go: (name: string) => `Continue to ${name}`,
    notNow: 'Not now',
    leaving: (name: string) => `Going to ${name}…`,
    failed: 'This can’t be shown right now',
    foreign: 'This link is for another account',
    foreignText: 'Sign in with that account, or ask your agent for your own link.',
    missing: 'No such link',
    missingText: 'It may be incomplete, or it has expired. Ask your agent for a new link.',
    blocked: 'Your account is blocked',
    checking: 'Checking the connection…',
    checkingText: 'This takes a few seconds.',
    outcomes: {
      connected: (name: string) => `${name} is connected`,
      failed: (name: string) => `${name} was not connected`,
      cancelled: () => 'Not connected',
      expired: () => 'This link has expired',
    },
    texts: {
      connected: 'Return to the chat and write that you have connected it. The agent continues from there.',
      connectedSelf: 'Agents can use it in your name from now on.',
      failed: 'Nothing was changed.',
      cancelled: 'Nothing was changed. Ask your agent again when you want to connect.',
      expired: 'Ask your agent for a new link.',
    },
    toChat: 'Go back to the chat',
    toConnections: 'Go to Connections',
    again: 'Try again',
  },
}
