import { parseXml, type XmlElement } from '#ground/base/xml.ts'

type XmlValue = string | { [name: string]: XmlValue | XmlValue[] }

/** An object with the root element as its only member. @throws if the text is not well-formed. */
export async function parseXmlObject(text: string): Promise<unknown> {
  const root = await parseXml(text)
  if (root === null) throw new Error('the document is empty')
  return { __proto__: null, [root.name]: valueOf(root) }
}

function valueOf({ attributes, children }: XmlElement): XmlValue {
  const text = children.filter((child) => typeof child === 'string').join('')
  const isOnlyText = Object.keys(attributes).length === 0 && children.every((one) => typeof one === 'string')
  if (isOnlyText) return text
  const object: { [name: string]: XmlValue | XmlValue[] } = Object.create(null)
  for (const [name, value] of Object.entries(attributes)) object[`@${name}`] = value
  for (const child of children) {
    if (typeof child === 'string') continue
    const earlier = object[child.name]
    const value = valueOf(child)
    object[child.name] = earlier === undefined ? value : [earlier, value].flat()
  }
  if (text.trim() !== '') object['#text'] = text
  return object
}
