import {
  NodeHtmlMarkdown,
  PostProcessResult,
  type TranslatorConfig,
  type TranslatorConfigFactory,
} from 'node-html-markdown'
import type { XmlElement } from '#ground/base/xml.ts'
import { formulaText } from './formula.ts'
import { escapeProse, formulaInProse, settleMarks } from './prose.ts'

const NOTE_REFERENCE = 'note-reference'

export const noteReference = (label: string): string => `<${NOTE_REFERENCE}>${label}</${NOTE_REFERENCE}>`

export const noteText = (label: string, markdown: string): string =>
  `[^${label}]: ${markdown.trim().replace(/\n+/g, '\n    ')}`

export function markdownOf(html: string, ignored: readonly string[] = []): string {
  const converter = new NodeHtmlMarkdown(
    {
      ignore: [...ignored],
      bulletMarker: '-',
      maxConsecutiveNewlines: 2,
      globalEscape: [/^[^]+$/, replaceBy(escapeProse)],
      lineStartEscape: [/(?!)/, ''],
    },
    { a: link, math: formula },
  )
  const { tableTranslators, tableRowTranslators, tableCellTranslators } = converter
  converter.translators.set('table', table)
  for (const translators of [tableTranslators, tableRowTranslators]) translators.set('th,td', cell)
  tableCellTranslators.set('a', link)
  tableCellTranslators.set('math', formula)
  tableCellTranslators.set('br', { content: '<br>', recurse: false })
  tableCellTranslators.set('p,div,li,tr,h1,h2,h3,h4,h5,h6,pre,blockquote,dt,dd', { postfix: '<br>' })
  tableCellTranslators.set('th,td', { postfix: ', ' })
  for (const translators of [converter.translators, tableCellTranslators]) {
    translators.set(NOTE_REFERENCE, { noEscape: true, prefix: '[^', postfix: ']' })
    translators.set('sup', superscript)
  }
  return settleMarks(converter.translate(html))
}

/** The converter declares the replacement in `globalEscape` as a string, but it also accepts a function. */
const replaceBy = (escape: (text: string) => string): string => escape as unknown as string

/** The converter's own rule also encodes underscores, which is unnecessary. */
const link: TranslatorConfigFactory = ({ node, visitor }) => {
  const href = node.getAttribute('href')
  if (!href) return {}
  const target = href
    .trim()
    .replace(/[()\s<>]/g, encodeURIComponent)
    .replaceAll('(', '%28')
    .replaceAll(')', '%29')
  if (node.textContent === href && /^(https?|mailto):/i.test(href)) return { content: `<${target}>` }
  const title = node.getAttribute('title')
  return {
    postprocess: ({ content }) => content.replace(/(?:\r?\n)+/g, ' '),
    childTranslators: visitor.instance.aTagTranslators,
    prefix: '[',
    postfix: `](${target}${title ? ` ${JSON.stringify(title)}` : ''})`,
  }
}

const formula: TranslatorConfigFactory = ({ node }) => {
  const source = node.querySelector('annotation')?.textContent.trim() || formulaText(xmlOf(node))
  return source ? { content: formulaInProse(source), recurse: false } : {}
}

type HtmlNode = Parameters<TranslatorConfigFactory>[0]['node']

const xmlOf = (node: HtmlNode): XmlElement => ({
  name: node.tagName.toLowerCase(),
  attributes: {},
  children: Array.from(node.childNodes as Iterable<HtmlNode>, (child) =>
    child.nodeType === ELEMENT_NODE ? xmlOf(child) : child.textContent,
  ),
})

const ELEMENT_NODE = 1

/** Keeps a power readable: 10<sup>6</sup> must not become 106. */
const superscript: TranslatorConfig = {
  postprocess: ({ content }) => (/^(?:[-+−]?\d+|[a-z])$/.test(content) ? `^${content}` : content),
}

/** A cell is one line: its line breaks and those of nested tables become `<br>`. */
const cell: TranslatorConfigFactory = ({ visitor }) => ({
  surroundingNewlines: false,
  preserveIfEmpty: true,
  childTranslators: visitor.instance.tableCellTranslators,
  prefix: ' ',
  postfix: ' |',
  postprocess: ({ content }) =>
    content
      .replace(/\s*[\r\n]+\s*/g, ' ')
      .replace(/(?:<br>|\s)+, /g, ', ')
      .replace(/(?:, |\s|<br>)*<br>(?:\s|<br>)*/g, '<br>')
      .replace(/^<br>|(?:<br>|, )$/g, '')
      .trim()
      .replaceAll('|', '\\|'),
})

/** The converter's own rule pads cells to equal width, which costs tokens. */
const table: TranslatorConfigFactory = ({ visitor }) => ({
  surroundingNewlines: 2,
  childTranslators: visitor.instance.tableTranslators,
  postprocess: ({ content, nodeMetadata, node }) => {
    const rows = content.split('\n').flatMap((line) => {
      const row = line.trim().replace(/^\|/, '').replace(/\|$/, '')
      return row === '' ? [] : [row.split(' |').map((text) => text.trim())]
    })
    if (rows.length === 0) return PostProcessResult.RemoveNode
    const width = Math.max(...rows.map((row) => row.length))
    const lines = rows.map(
      (row) => `| ${Array.from({ length: width }, (_, n) => row[n] ?? '').join(' | ')} |`,
    )
    const caption = nodeMetadata.get(node)?.tableMeta?.caption
    return [
      ...(caption ? [caption, ''] : []),
      lines[0],
      `|${' --- |'.repeat(width)}`,
      ...lines.slice(1),
    ].join('\n')
  },
})
