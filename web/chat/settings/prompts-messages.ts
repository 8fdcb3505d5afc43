import { texts } from '../../ui/language.ts'

export const ownPromptTexts = texts('chat.ownPrompts', {
  title: 'Prompts',
  text: 'Questions you ask again and again. Type / and the name in a chat to write one; agents may offer prompts of their own there too.',
  add: 'New prompt',
  none: 'No prompts yet',
  noneText: 'Save a question with blanks for the parts that change.',
  addTitle: 'New prompt',
  editTitle: (name: string) => `Change /${name}`,
  name: 'Name',
  nameHint: 'Typed after a slash. Letters, digits, - and _.',
  label: 'Title',
  labelHint: 'Shown in the list beside the name.',
  body: 'Prompt',
  bodyHint: '{{topic}} is asked for when you use it. {{topic|ferns}} has ferns filled in already.',
  edit: (name: string) => `Change /${name}`,
  remove: (name: string) => `Delete /${name}`,
  removed: (name: string) => `/${name} deleted.`,
})
