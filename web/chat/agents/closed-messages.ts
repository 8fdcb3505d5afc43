import { texts } from '../../ui/language.ts'

/** Texts about agents that are closed to a person. */
export const closedTexts = texts('chat.closed', {
  title: 'This agent isn’t open to you',
  text: 'There is no such agent, or nobody has given you access to it. Somebody who manages access can. Once it is open to you, it appears here by itself.',
  managedTitle: (name: string) => `${name} isn’t open to you`,
  managedText:
    'You manage this agent, and using it is a permission of its own: nobody has given you “Use the agent”.',
  managedSomeTitle: 'None of your agents is open to you',
  managedSomeText:
    'You manage these agents, and using one is a permission of its own: nobody has given you “Use the agent”.',
  allManaged: (count: number) => `All ${count} in the Console`,
  canGrant: 'You can give it to yourself in the Console.',
  askGranter:
    'Somebody who manages access and has the permission, or an organization administrator, can give it to you.',
  openAccess: (name: string) => `Access to ${name} in the Console`,
  other: (name: string) => `Chat with ${name}`,
  why: 'Why you need it (may stay empty)',
  ask: 'Ask for access',
  /** A time follows, such as “2 minutes ago”. */
  asked: 'You asked for access',
  willBeTold: 'Those who manage this agent find it in their Console. You are told here what they decide.',
  declined: 'Your request was declined',
  askAgainLater: 'You can ask again a week after that.',
  given: (name: string) => `${name} is open to you now.`,
  notGiven: (name: string) => `Your request for ${name} was declined.`,
  openIt: 'Open',
})
