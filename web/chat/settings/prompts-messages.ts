import { texts } from '../../ui/language.ts'

export const ownPromptTexts = texts('chat.ownPrompts', {
  title: 'Prompts',
  text: 'Questions that you ask often. In a chat, type / and the name to insert one. Agents can offer prompts there, too.',
  add: 'New prompt',
  none: 'No prompts yet',
  noneText: 'Save a question with blanks for the parts that change.',
  addTitle: 'New prompt',
  editTitle: (name: string) => `Change /${name}`,
  name: 'Name',
  nameHint: 'You type it after a slash. Letters, digits, - and _.',
  label: 'Title',
  labelHint: 'Shown in the list beside the name.',
  body: 'Prompt',
  bodyHint: 'You fill in {{topic}} when you use the prompt. {{topic|ferns}} is prefilled with ferns.',
  edit: (name: string) => `Change /${name}`,
  remove: (name: string) => `Delete /${name}`,
  removed: (name: string) => `/${name} deleted.`,
})
