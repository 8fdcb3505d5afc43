import { texts } from '../../ui/language.ts'

export const ownPromptTexts = texts('chat.ownPrompts', {
  title: 'Prompts',
  text: 'Questions that you ask often. In a chat, type / and the name to insert a prompt. Agents can also offer prompts of their own.',
  add: 'New prompt',
  none: 'No prompts yet',
  noneText: 'Save a question with blanks for the parts that change.',
  addTitle: 'New prompt',
  editTitle: (name: string) => `Change /${name}`,
  name: 'Name',
  nameHint: 'You type the name after a slash. Use letters, digits, - and _.',
  label: 'Title',
  labelHint: 'Shown beside the name in the list of prompts.',
  body: 'Prompt',
  bodyHint: 'You fill in {{topic}} when you use the prompt. {{topic|ferns}} is prefilled with ferns.',
  edit: (name: string) => `Change /${name}`,
  remove: (name: string) => `Delete /${name}`,
  removed: (name: string) => `/${name} deleted.`,
})
