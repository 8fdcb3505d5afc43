import { SaxesParser } from 'saxes'

/** `name` omits the namespace prefix, which programs choose freely. The names of attributes keep their prefix. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: (XmlElement | string)[]
}

/** Protects recursive functions from a stack overflow. */
const MAX_DEPTH = 500

/**
 * Entities that a DTD defines are errors.
 * @param visit Receives the element and its ancestors without their children. Returns false to stop.
 */
export async function eachElement(
  pieces: AsyncIterable<string>,
  names: { has(name: string): boolean },
  visit: (element: XmlElement, ancestors: readonly XmlElement[]) => boolean | void,
): Promise<void> {
  const parser = new SaxesParser()
  const open: XmlElement[] = []
  let kept = 0
  let isDone = false
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length >= MAX_DEPTH) throw new Error('elements are nested too deeply')
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

/** @throws if the text is not well-formed. Null for an empty text. */
export async function parseXml(text: string): Promise<XmlElement | null> {
  let root: XmlElement | null = null
  await eachElement(onePiece(text), { has: () => true }, (element) => {
    root = element
  })
  return root
}

/** Null if the archive has no such part. */
export async function treeOf(
  archive: { text(name: string): Promise<string | null> },
  name: string,
): Promise<XmlElement | null> {
  const text = await archive.text(name)
  return text === null ? null : parseXml(text)
}

async function* onePiece(text: string): AsyncGenerator<string> {
  yield text
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

export const elements = (parent: XmlElement | undefined, name?: string): XmlElement[] =>
  (parent?.children ?? []).filter(
    (child): child is XmlElement => typeof child !== 'string' && (name === undefined || child.name === name),
  )

export const firstChild = (parent: XmlElement | undefined, name: string): XmlElement | undefined =>
  elements(parent, name)[0]

export function* descendants(parent: XmlElement | null | undefined, name: string): Generator<XmlElement> {
  for (const child of elements(parent ?? undefined))
    if (child.name === name) yield child
    else yield* descendants(child, name)
}

export function attribute(element: XmlElement, name: string): string | undefined {
  const { attributes } = element
  if (Object.hasOwn(attributes, name)) return attributes[name]
  const found = Object.keys(attributes).find((key) => key.endsWith(`:${name}`))
  return found === undefined ? undefined : attributes[found]
}

export const readElementText = (element: XmlElement | undefined): string =>
  (element?.children ?? [])
    .map((child) => (typeof child === 'string' ? child : readElementText(child)))
    .join('')
