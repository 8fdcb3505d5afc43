import { texts } from '../../ui/language.ts'

export const aboutTexts = texts('chat.about', {
  title: (name: string) => `About ${name}`,
  model: 'Model',
  tools: 'Tools the agent can use',
  noTools: 'This agent has no tools and answers from its own knowledge.',
  elsewhere: 'This model comes from another server, which provides no description.',
  confirm: 'Asks for your confirmation',
  granted: 'Granted',
  notGranted: 'Not granted',
  direct: (label: string) => `“${label}” was given to you for this agent.`,
  organization: (label: string) => `“${label}” was given to you for all agents.`,
  everyone: (label: string) => `“${label}” was given to everyone who is signed in.`,
  denied: (label: string) => `Requires the permission “${label}”. Ask a manager of this agent for it.`,
  closedTools: 'Not available to you',
  files: 'Files the agent can read',
  fileCount: (count: number) => (count === 1 ? '1 file' : `${count} files`),
  moreFiles: (count: number) => `and ${count} more`,
  tasks: 'Tasks you can start',
  tasksText: 'You manage this agent, so you may start its tasks and workflows in the Console.',
  openTasks: 'Open in the Console',
})
