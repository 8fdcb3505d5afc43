import { texts } from '../../ui/language.ts'

export const aboutTexts = texts('chat.about', {
  title: (name: string) => `About ${name}`,
  model: 'Model',
  tools: 'What it can do for you',
  noTools: 'It has no tools: it answers with what it knows.',
  elsewhere: 'This model comes from another server, which says nothing more about it.',
  confirm: 'Asks you first',
  granted: 'Granted',
  notGranted: 'Not granted',
  direct: (label: string) => `“${label}” was given to you for this agent.`,
  organization: (label: string) => `“${label}” was given to you for all agents.`,
  everyone: (label: string) => `“${label}” was given to everyone who is signed in.`,
  denied: (label: string) => `Needs “${label}”. Ask somebody who manages access to this agent for it.`,
  closedTools: 'Not open to you',
  files: 'What it can read',
  fileCount: (count: number) => (count === 1 ? '1 file' : `${count} files`),
  moreFiles: (count: number) => `and ${count} more`,
  tasks: 'What you can start',
  tasksText: 'You manage this agent, so you may start its tasks and workflows in the Console.',
  openTasks: 'Open in the Console',
})
