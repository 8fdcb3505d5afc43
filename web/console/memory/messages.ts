import { texts } from '../../ui/language.ts'
export const memory = texts('console.memory', {
  lead: 'Agents’ notes about you for later chats. Only you see them.',
  empty: 'No notes about you',
  emptyText: 'Ask an agent to remember something, such as how you like your answers.',
  erase: (text: string) => `Erase “${text}”`,
  erased: 'Erased.',
  eraseAll: 'Erase all',
  eraseAllTitle: (hub: string) => `Erase everything that ${hub} remembers about you?`,
  eraseAllText: 'The agent will no longer know these things. This can’t be undone.',
})
