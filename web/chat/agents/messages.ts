import { texts } from '../../ui/language.ts'
export const agents = texts('chat.agents', {
  heading: 'Agents',
  choose: 'Agent',
  suggestions: 'Suggestions',
  more: (count: number) => `${count} more`,
  fewer: 'Fewer',
  about: 'About this agent',
  fallbackDescription: 'Ask anything, or start with a file.',
  starting: 'Starting',
  awaySince: (time: string) => `Unavailable since ${time}`,
  awayNote: (name: string, time: string) =>
    `${name} has been unavailable since ${time}. You can still read its chats. The agent returns automatically.`,
  startingNote: (name: string) => `${name} is starting. You can write as soon as the agent has started.`,
  continueWith: (agent: string) => `Continue with ${agent}`,
  continueWithOther: 'Continue with another agent',
  whyAway: 'Show the reason in the Console',
  noneTitle: 'You have no agents yet',
  noneText: 'Ask an administrator to give you access to an agent. The agent then appears here automatically.',
  noneTextAdmin:
    'No agent is running, or its server doesn’t answer. Once the server responds, the agent appears here automatically.',
})
