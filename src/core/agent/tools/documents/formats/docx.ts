import mammoth from 'mammoth'
import type { DocumentText } from '../format.ts'
import { openArchive, type Archive } from '../package/archive.ts'
import { mainPart, relationsOf, type DocumentRelation } from '../package/ooxml.ts'
import { attribute, descendants, treeOf } from '#ground/base/xml.ts'
import { paragraphText, shapeTexts } from './docx-shapes.ts'
import { formulasShown, readableXml } from './docx-xml.ts'
import { markdownOf, noteReference, noteText } from './markdown.ts'

const STYLES = [
  'comment-reference => sup',
  "p[style-name='Title'] => h1:fresh",
  "r[style-name='Verbatim Char'] => code",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Block Text'] => blockquote > p:fresh",
  "p[style-name='Quotations'] => blockquote > p:fresh",
  "r[style-name='Source_Text'] => code",
]

/** Omits pictures and tracked deletions. Notes, comments, headers and footers follow the text. */
export async function readDocx(content: Buffer): Promise<DocumentText> {
  const archive = await openArchive(content)
  const formulas: string[] = []
  const { value: converted } = await mammoth.convertToHtml(
    { file: readableParts(archive, formulas) } as unknown as { buffer: Buffer },
    {
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      styleMap: STYLES,
    },
  )
  const value = formulasShown(boxesShown(converted), formulas)
  const main = await mainPart(archive)
  const relations = await relationsOf(archive, main)
  const { body, notes } = splitNotes(value.replaceAll(/<img[^>]*>/g, ''))
  const parts = [
    markdownOf(referencesMarked(body)),
    ...notes.map((note) => noteText(note.label, markdownOf(referencesMarked(note.html)))),
    ...commentNotes(body, await authorsOf(archive, relations), value),
    ...(await shapeTexts(archive, main, relations)),
    ...(await marginLines(archive, relations)),
  ]
  return { title: null, text: parts.filter((part) => part !== '').join('\n\n') }
}

const readableParts = (archive: Archive, formulas: string[]) => ({
  exists: (name: string) => archive.has(name),
  read: async (name: string) => {
    const text = (await archive.text(name)) ?? ''
    return TEXT_PART.test(name) ? await readableXml(text, formulas) : text
  },
})

const TEXT_PART = /^word\/(?!styles|numbering|settings|fontTable)[^/]+\.xml$/

/** mammoth writes checkboxes as elements that Markdown cannot show. */
const boxesShown = (html: string): string =>
  html.replace(/<input type="checkbox"( checked="checked")? ?\/>/g, (_, checked) => (checked ? '☒' : '☐'))

const REFERENCE = /<sup><a href="#(footnote|endnote|comment)-([^"]*)" id="[^"]*">\[([^\]<]*)\]<\/a><\/sup>/g
const COMMENTS = '<dl><dt id="comment-'

const referencesMarked = (html: string): string =>
  html.replace(REFERENCE, (_, kind: string, id: string, label: string) =>
    noteReference(kind === 'comment' ? commentLabel(id) : label),
  )

const commentLabel = (id: string): string => `comment-${id}`

interface Note {
  label: string
  html: string
}

/** mammoth's output ends with a list of notes and a list of comments. */
function splitNotes(html: string): { body: string; notes: Note[] } {
  const comments = html.lastIndexOf(COMMENTS)
  const text = comments < 0 ? html : html.slice(0, comments)
  const start = text.search(/<ol><li id="(?:footnote|endnote)-/)
  if (start < 0) return { body: text, notes: [] }
  const labels = new Map(
    [...text.matchAll(REFERENCE)].map(([, kind, id, label]) => [`${kind}-${id}`, label!]),
  )
  const items = text.slice(start).split(/<li id="((?:footnote|endnote)-[^"]*)">/)
  const notes = items.flatMap((id, n) => {
    if (n % 2 === 0) return []
    const note = withoutBackLink(items[n + 1]!).replace(/<\/li>(<\/ol>)?\s*$/, '')
    return [{ label: labels.get(id) ?? id, html: note }]
  })
  return { body: text.slice(0, start), notes }
}

const withoutBackLink = (html: string): string =>
  html.replace(/ ?<a href="#(?:footnote|endnote|comment)-ref-[^"]*">↑<\/a>/g, '')

function commentNotes(body: string, authors: ReadonlyMap<string, string>, html: string): string[] {
  const start = html.lastIndexOf(COMMENTS)
  if (start < 0 || body.length === 0) return []
  const items = html.slice(start).matchAll(/<dt id="comment-([^"]*)">.*?<\/dt><dd>(.*?)<\/dd>/gs)
  return Array.from(items, ([, id, text]) => {
    const author = authors.get(id!)
    const comment = markdownOf(withoutBackLink(text!))
    return noteText(commentLabel(id!), `Comment${author ? ` by ${author}` : ''}: ${comment}`)
  })
}

async function authorsOf(
  archive: Archive,
  relations: readonly DocumentRelation[],
): Promise<Map<string, string>> {
  const part = relations.find(({ type }) => type === 'comments')?.target
  const tree = part ? await treeOf(archive, part) : null
  return new Map(
    [...descendants(tree, 'comment')].map((comment) => [
      attribute(comment, 'id') ?? '',
      attribute(comment, 'author') ?? '',
    ]),
  )
}

async function marginLines(archive: Archive, relations: readonly DocumentRelation[]): Promise<string[]> {
  const lines = new Set<string>()
  for (const { type, target } of relations) {
    if (type !== 'header' && type !== 'footer') continue
    const paragraphs = [...descendants(await treeOf(archive, target), 'p')].map(paragraphText)
    const text = paragraphs.filter((line) => line !== '').join(' / ')
    if (/[^\d /]/.test(text)) lines.add(`${type === 'header' ? 'Header' : 'Footer'}: ${text}`)
  }
  return [...lines]
}
