import { texts } from '../../../ui/language.ts'
export const promptTexts = texts('chat.prompts', {
  label: 'Prompts',
  own: 'Yours',
  manage: 'Your prompts',
  manageDetail: 'Create and edit prompts',
  failed: 'The prompts can’t be loaded right now.',
  fill: 'Fill in the blanks of this prompt.',
  insert: 'Insert',
})
