import { messages } from '../messages.ts'

const { pages } = messages

/** Pages about the person alone. */
export const OWN_PAGES = [
  { to: '/change-requests', label: pages.changes },
  { to: '/artifacts', label: pages.artifacts },
  { to: '/connections', label: pages.connections },
  { to: '/memory', label: pages.memory },
  { to: '/mcp', label: pages.mcp },
] as const

/** Whether a page is about the person alone, so that it is open to those who manage nothing. */
export const isOwnPage = (path: string): boolean =>
  OWN_PAGES.some(({ to }) => path === to || path.startsWith(`${to}/`))
