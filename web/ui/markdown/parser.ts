import MarkdownIt, { type Token } from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'
import { cjkMarks } from '#ground/base/cjk-marks.ts'
import { isPictureData, isSafeLink } from './links.ts'
import { addresses } from './syntax/addresses.ts'
import { fences } from './syntax/fences.ts'
import { footnotes } from './syntax/footnotes.ts'
import { inlineTags } from './syntax/inline-tags.ts'
import { maths } from './syntax/maths.ts'
import { mathsInTables } from './syntax/maths-in-tables.ts'
import { tasksAndAlerts } from './syntax/tasks-and-alerts.ts'

export type { Token }

export type References = Record<string, { title: string; href: string }>

const parser = new MarkdownIt({ html: false, linkify: true, breaks: true })
// markdown-it uses one check for links and images. It allows pictures as data URLs, so `elements.tsx` shows links to
// data URLs as text.
parser.validateLink = (address) => isSafeLink(address) || isPictureData(address)
parser.use(cjkFriendly).use(cjkMarks).use(addresses)
parser.use(fences).use(maths).use(mathsInTables).use(inlineTags).use(footnotes).use(tasksAndAlerts)

export const parseMarkdown = (text: string, references: References): Token[] =>
  parser.parse(text, { references })
