import { texts } from '../language.ts'

export const changeRequest = texts('ui.changeRequest', {
  edited: 'You edited the arguments.',
  noInput: 'The call has no arguments.',
  arguments: 'Arguments',
  written: 'Arguments that the agent wrote',
  show: (name: string) => `Show ${name}`,
  hide: (name: string) => `Hide ${name}`,
  more: 'Show all',
  less: 'Show less',
  approve: 'Approve',
  decline: 'Decline',
  edit: 'Edit arguments',
  reason: 'Reason for the agent (optional)',
  back: 'Back',
  save: 'Propose edited call',
  json: 'JSON',
  notJson: 'This is not valid JSON.',
  again: 'Propose again',
})
