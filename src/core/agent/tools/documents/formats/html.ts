import { NodeHtmlMarkdown } from 'node-html-markdown'
import type { DocumentText } from '../format.ts'
import { markdownOf } from './markdown.ts'

const IGNORED =
  'head script style noscript template iframe svg canvas nav footer aside form button dialog'.split(' ')

export async function readHtml(content: Buffer, baseUrl?: string): Promise<DocumentText> {
  const html = content
    .toString('utf8')
    .replace(/^\s*<\?xml[^>]*>/i, '')
    .replace(/^\s*<!doctype[^>]*>/i, '')
  const text = markdownOf(mainPart(html), IGNORED) || markdownOf(html, IGNORED)
  return { title: titleOf(html), text: baseUrl ? withAbsoluteLinks(text, baseUrl) : text }
}

const mainPart = (html: string): string => {
  const from = html.search(/<main[\s>]/i)
  const to = html.toLowerCase().lastIndexOf('</main>')
  return from >= 0 && to > from ? html.slice(from, to + '</main>'.length) : html
}

const titleOf = (html: string): string | null => {
  const from = html.search(/<title[\s>]/i)
  if (from < 0) return null
  const [, inner = ''] = /^<title[^>]*>([^<]*)/i.exec(html.slice(from, from + 2000)) ?? []
  return NodeHtmlMarkdown.translate(inner).replace(/\s+/g, ' ').replace(/\\(.)/g, '$1').trim() || null
}

const withAbsoluteLinks = (markdown: string, baseUrl: string): string =>
  markdown.replace(/\]\(([^()\s]+)/g, (link, target: string) =>
    URL.canParse(target, baseUrl) ? `](${new URL(target, baseUrl).href}` : link,
  )
