import MarkdownIt, { type Token } from 'markdown-it'
import { isPictureData, isSafeLink } from './links.ts'
import { footnotes } from './syntax/footnotes.ts'
import { inlineTags } from './syntax/inline-tags.ts'
import { maths } from './syntax/maths.ts'
import { tasksAndAlerts } from './syntax/tasks-and-alerts.ts'

export type { Token }

/** Link definitions of a text (`[name]: address`), by normalised name. */
export type References = Record<string, { title: string; href: string }>

const parser = new MarkdownIt({ html: false, linkify: true, breaks: true })
// The parser asks the same of links and images; a link to data stays text (`elements.tsx`).
parser.validateLink = (address) => isSafeLink(address) || isPictureData(address)
// Bare words such as `agent.md` are file names more often than addresses.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
parser.use(maths).use(inlineTags).use(footnotes).use(tasksAndAlerts)

/** Parse one text. `references` is read and added to. */
export const parseMarkdown = (text: string, references: References): Token[] =>
  parser.parse(text, { references })
