import { attribute, elements, firstChild, type XmlElement } from '#ground/base/xml.ts'

/** A number: the format pads integers with zeros to this length, such as 5 for postcodes. */
export type NumberKind = 'number' | 'time' | 'duration' | 'date' | number

export function numberKinds(styles: XmlElement | null): NumberKind[] {
  const root = styles ?? undefined
  const codes = new Map(
    elements(firstChild(root, 'numFmts'), 'numFmt').map((format) => [
      Number(attribute(format, 'numFmtId')),
      attribute(format, 'formatCode') ?? '',
    ]),
  )
  return elements(firstChild(root, 'cellXfs'), 'xf').map((style) => {
    const id = Number(attribute(style, 'numFmtId'))
    const code = codes.get(id)
    return code === undefined ? builtInKind(id) : kindOfCode(code)
  })
}

const builtInKind = (id: number): NumberKind => {
  if (id === 46) return 'duration'
  if ([18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56].includes(id)) return 'time'
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? 'date' : 'number'
}

export function kindOfCode(code: string): NumberKind {
  const letters = code
    .split(';')[0]!
    .replace(/\\.|_.|\*./g, '')
    .replace(/"[^"]*"/g, '')
    .replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
    .replace(/general/gi, '')
  if (/^[-() ]*0[-() 0]*0[-() ]*$/.test(letters)) return letters.replace(/[^0]/g, '').length
  if (/\[(?:h+|m+|s+)\]/i.test(letters)) return 'duration'
  if (/[#?0]/.test(letters.replace(/s+\]?[.,]0+/gi, ''))) return 'number'
  if (/[yde]/i.test(letters.replace(/am\/pm|a\/p/gi, ''))) return 'date'
  if (/[hs]/i.test(letters)) return 'time'
  return /m/i.test(letters) ? 'date' : 'number'
}
