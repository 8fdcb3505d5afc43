import { texts } from '../../ui/language.ts'

export const closedTexts = texts('chat.closed', {
  title: 'You don’t have access to this agent',
  text: 'The agent doesn’t exist, or you need access. A manager of the agent can give you access; the agent then appears here automatically.',
  managedTitle: (name: string) => `You don’t have access to ${name}`,
  managedText: 'You manage this agent, but using it is a separate permission: you need “Use the agent”.',
  managedSomeTitle: 'You can’t use any of your agents yet',
  managedSomeText:
    'You manage these agents, but using them is a separate permission: you need “Use the agent”.',
  allManaged: (count: number) => `Show all ${count} in the Console`,
  canGrant: 'You can grant yourself this permission in the Console.',
  askGranter: 'A manager who has the permission, or an organization administrator, can give it to you.',
  openAccess: (name: string) => `Access to ${name} in the Console`,
  other: (name: string) => `Chat with ${name}`,
  why: 'Why you need access (optional)',
  ask: 'Request access',
  asked: 'Request sent',
  willBeTold: 'The managers of this agent see your request in the Console. You’ll see the decision here.',
  declined: 'Your request was declined',
  askAgainLater: 'You can request access again one week after the decision.',
  given: (name: string) => `You can use ${name} now.`,
  notGiven: (name: string) => `Your request for ${name} was declined.`,
  openIt: 'Open',
})
