import { texts } from '../../ui/language.ts'

export const messageMenu = texts('chat.messageMenu', {
  shorter: 'Answer shorter',
  longer: 'Answer in more detail',
  otherwise: 'Answer differently…',
  otherwiseTitle: 'Answer differently',
  otherwiseLabel: 'What should be different?',
  otherwiseHint: 'Sent to the agent with your message, but not shown in the chat.',
  edit: 'Edit answer',
  fork: 'Continue in a new chat from here',
  forked: (title: string) => `${title} (fork)`,
  ask: 'Regenerate',
  cancel: 'Cancel',
  model: 'Model',
  tokens: 'Tokens',
  tokensOf: (input: string, output: string) => `${input} in, ${output} out`,
  time: 'Time',
  cost: 'Cost',
  finished: 'Started',
})
