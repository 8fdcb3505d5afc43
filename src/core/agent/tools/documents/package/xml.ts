import { SaxesParser } from 'saxes'
import type { Archive } from './archive.ts'

/** An element by its local name: producers choose namespace prefixes freely. Attributes keep their prefix. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: (XmlElement | string)[]
}

/** Deeper elements than any real document has would exhaust the stack of the functions that walk them. */
const MAX_DEPTH = 500

/**
 * Parse XML a piece at a time and visit the outermost elements of some names, each with its content, in document order.
 * Entities of a DTD are not resolved: a reference to one is an error. A missing part has no pieces and no elements.
 *
 * @param visit Gets the element and its ancestors, which have no children yet. Parsing stops when it returns false.
 */
export async function eachElement(
  pieces: AsyncIterable<string>,
  names: { has(name: string): boolean },
  visit: (element: XmlElement, ancestors: readonly XmlElement[]) => boolean | void,
): Promise<void> {
  const parser = new SaxesParser()
  const open: XmlElement[] = []
  let kept = 0 // how many of the open elements are kept with their content
  let isDone = false
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length >= MAX_DEPTH) throw new Error('elements are nested too deep')
    const element: XmlElement = { name: localName(name), attributes, children: [] }
    if (kept > 0) open.at(-1)!.children.push(element)
    if (kept > 0 || names.has(element.name)) kept++
    open.push(element)
  })
  const addText = (text: string) => {
    if (kept > 0) open.at(-1)!.children.push(text)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const element = open.pop()!
    if (kept > 0 && --kept === 0 && !isDone) isDone = visit(element, open) === false
  })
  let isEmpty = true
  for await (const piece of pieces) {
    isEmpty = false
    parser.write(piece)
    if (isDone) return
  }
  if (!isEmpty) parser.close()
}

/** A part as one tree. @returns Null when the archive has no such part. */
export async function treeOf(archive: Archive, name: string): Promise<XmlElement | null> {
  const text = await archive.text(name)
  if (text === null) return null
  let root: XmlElement | null = null
  await eachElement(onePiece(text), { has: () => true }, (element) => {
    root = element
  })
  return root
}

async function* onePiece(text: string): AsyncGenerator<string> {
  yield text
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The child elements, or those of one name. */
export const elements = (parent: XmlElement | undefined, name?: string): XmlElement[] =>
  (parent?.children ?? []).filter(
    (child): child is XmlElement => typeof child !== 'string' && (name === undefined || child.name === name),
  )

export const firstChild = (parent: XmlElement | undefined, name: string): XmlElement | undefined =>
  elements(parent, name)[0]

/** All elements of a name at any depth, in document order; their own content is not searched. */
export function* descendants(parent: XmlElement | null | undefined, name: string): Generator<XmlElement> {
  for (const child of elements(parent ?? undefined))
    if (child.name === name) yield child
    else yield* descendants(child, name)
}

/** An attribute by its local name, the one without a prefix first. */
export function attribute(element: XmlElement, name: string): string | undefined {
  const { attributes } = element
  if (Object.hasOwn(attributes, name)) return attributes[name]
  const found = Object.keys(attributes).find((key) => key.endsWith(`:${name}`))
  return found === undefined ? undefined : attributes[found]
}

/** All text at any depth. */
export const readElementText = (element: XmlElement | undefined): string =>
  (element?.children ?? [])
    .map((child) => (typeof child === 'string' ? child : readElementText(child)))
    .join('')
