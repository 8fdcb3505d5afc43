import { number, texts } from '../../ui/language.ts'

export const refusals = texts('chat.refused', {
  usedUp: {
    hub: { day: 'This agent’s daily budget is used up.', month: 'This agent’s monthly budget is used up.' },
    person: {
      day: 'Your daily budget for this agent is used up.',
      month: 'Your monthly budget for this agent is used up.',
    },
    task: {
      day: 'The daily budget of this task is used up.',
      month: 'The monthly budget of this task is used up.',
    },
  },
  tooSmall: {
    hub: {
      day: 'This agent’s daily budget doesn’t suffice for this answer.',
      month: 'This agent’s monthly budget doesn’t suffice for this answer.',
    },
    person: {
      day: 'Your daily budget for this agent doesn’t suffice for this answer.',
      month: 'Your monthly budget for this agent doesn’t suffice for this answer.',
    },
    task: {
      day: 'The daily budget of this task doesn’t suffice for this answer.',
      month: 'The monthly budget of this task doesn’t suffice for this answer.',
    },
  },
  left: 'Left',
  leftOf: (left: string, limit: string) => `${left} of ${limit}`,
  noneLeft: (limit: string) => `nothing of ${limit}`,
  held: (amount: string) => `${amount} reserved by running answers`,
  needed: 'Needed',
  upTo: (amount: string) => `up to ${amount}`,
  tokens: (count: number) => `${number(count)} ${count === 1 ? 'token' : 'tokens'}`,
  resets: 'Resets',
  resetNow: 'The budget has been reset. You can try again.',
  noAccess: 'You don’t have access to this agent.',
  given: 'You have access now. You can try again.',
})
