import { attribute, elements, firstChild, readElementText, type XmlElement } from '#ground/base/xml.ts'
import { escapeHtml, tag } from './html-build.ts'

export const formulaText = (formula: XmlElement): string => texOf(formula).replaceAll(/\s+/g, ' ').trim()

export const mathHtml = (source: string): string => tag('math', tag('annotation', escapeHtml(source)))

const texOf = (element: XmlElement | undefined): string =>
  element === undefined
    ? ''
    : Object.hasOwn(RULES, element.name)
      ? RULES[element.name]!(element)
      : contentOf(element)

const contentOf = (element: XmlElement): string => joined(elements(element).map(texOf))

/** Separates a command from a letter: `\sin x`, not `\sinx`. */
const joined = (parts: readonly string[]): string =>
  parts
    .filter((text) => text !== '')
    .map((text, n, all) =>
      /^[A-Za-z]/.test(text) && /\\[A-Za-z]+$/.test(all[n - 1] ?? '') ? ` ${text}` : text,
    )
    .join('')

const words = (element: XmlElement): string => escapeTex(readElementText(element))

const symbols = (element: XmlElement): string => escapeTex(readElementText(element)).replace(FUNCTION, '\\$&')

const leaf = (element: XmlElement): string => symbols(element).trim()

const FUNCTION =
  /(?<![\p{L}\\])(?:arc(?:cos|sin|tan)|arg|(?:cos|sin|tan|cot)h?|csc|deg|det|dim|exp|gcd|hom|inf|ker|lg|lim(?:inf|sup)?|ln|log|max|min|Pr|sec|sup)(?!\p{L})/gu

const escapeTex = (text: string): string =>
  text.replaceAll(/[$%#&_{}~^\\]/g, (char) => ESCAPES[char] ?? `\\${char}`)

const ESCAPES: Readonly<Record<string, string>> = {
  '~': '\\sim ',
  '^': '\\text{\\textasciicircum}',
  '\\': '\\backslash ',
}

const group = (text: string): string => ([...text].length === 1 ? text : `{${text}}`)

const below = (text: string): string => (text === '' ? '' : `_${group(text)}`)
const above = (text: string): string => (text === '' ? '' : `^${group(text)}`)

/** Encloses the base of a power in braces: `a+b`, but not `(a+b)`. */
const base = (text: string): string => (/^(?:.|\\?[\p{L}\p{N}]+|\(.*\))$/su.test(text) ? text : `{${text}}`)

const fraction = (top: string, bottom: string): string => `\\frac{${top}}{${bottom}}`

const tableOf = (rows: readonly (readonly string[])[]): string =>
  `\\begin{matrix} ${rows.map((row) => row.join(' & ')).join(' \\\\ ')} \\end{matrix}`

const ACCENTS: Readonly<Record<string, string>> = {
  '\u0302': 'hat',
  '\u0303': 'tilde',
  '\u0304': 'bar',
  '\u0305': 'overline',
  '\u0307': 'dot',
  '\u0308': 'ddot',
  '\u20D7': 'vec',
}

const part = (element: XmlElement, name: string): string => texOf(firstChild(element, name))

const property = (element: XmlElement, name: string): string | undefined => {
  const properties = elements(element).find((child) => child.name.endsWith('Pr'))
  const value = firstChild(properties, name)
  return value && escapeTex(attribute(value, 'val') ?? '')
}

const child = (element: XmlElement, place: number): string => texOf(elements(element)[place])

const isPlainText = (run: XmlElement): boolean =>
  elements(run, 'rPr').some((properties) => firstChild(properties, 'nor') !== undefined)

const alignedRow = (row: XmlElement): string =>
  joined(
    elements(row).map((element) =>
      element.name === 'r' && !isPlainText(element) ? texOf(element).replaceAll('\\&', '&') : texOf(element),
    ),
  )

const skipped = (): string => ''

const RULES: Readonly<Record<string, (element: XmlElement) => string>> = {
  r: (of) => (isPlainText(of) ? joined(elements(of, 't').map(words)) : contentOf(of)),
  t: symbols,
  sSup: (of) => base(part(of, 'e')) + above(part(of, 'sup')),
  sSub: (of) => base(part(of, 'e')) + below(part(of, 'sub')),
  sSubSup: (of) => base(part(of, 'e')) + below(part(of, 'sub')) + above(part(of, 'sup')),
  sPre: (of) => `{}${below(part(of, 'sub'))}${above(part(of, 'sup'))}${part(of, 'e')}`,
  f: (of) => fraction(part(of, 'num'), part(of, 'den')),
  rad: (of) => `\\sqrt${part(of, 'deg') && `[${part(of, 'deg')}]`}{${part(of, 'e')}}`,
  nary: (of) =>
    `${property(of, 'chr') ?? '∫'}${below(part(of, 'sub'))}${above(part(of, 'sup'))} ${part(of, 'e')}`,
  d: (of) =>
    (property(of, 'begChr') ?? '(') +
    elements(of, 'e')
      .map(texOf)
      .join(property(of, 'sepChr') ?? '|') +
    (property(of, 'endChr') ?? ')'),
  func: (of) => `${part(of, 'fName')} ${part(of, 'e')}`,
  limLow: (of) => base(part(of, 'e')) + below(part(of, 'lim')),
  limUpp: (of) => base(part(of, 'e')) + above(part(of, 'lim')),
  acc: (of) => `\\${ACCENTS[property(of, 'chr') ?? '\u0302'] ?? 'hat'}{${part(of, 'e')}}`,
  bar: (of) => `\\overline{${part(of, 'e')}}`,
  m: (of) => tableOf(elements(of, 'mr').map((row) => elements(row, 'e').map(texOf))),
  eqArr: (of) => `\\begin{aligned} ${elements(of, 'e').map(alignedRow).join(' \\\\ ')} \\end{aligned}`,
  mi: leaf,
  mn: leaf,
  mo: leaf,
  ms: (of) => words(of).trim(),
  mtext: words,
  msup: (of) => base(child(of, 0)) + above(child(of, 1)),
  msub: (of) => base(child(of, 0)) + below(child(of, 1)),
  msubsup: (of) => base(child(of, 0)) + below(child(of, 1)) + above(child(of, 2)),
  munder: (of) => base(child(of, 0)) + below(child(of, 1)),
  mover: (of) => base(child(of, 0)) + above(child(of, 1)),
  munderover: (of) => base(child(of, 0)) + below(child(of, 1)) + above(child(of, 2)),
  mfrac: (of) => fraction(child(of, 0), child(of, 1)),
  msqrt: (of) => `\\sqrt{${contentOf(of)}}`,
  mroot: (of) => `\\sqrt[${child(of, 1)}]{${child(of, 0)}}`,
  mfenced: (of) =>
    escapeTex(attribute(of, 'open') ?? '(') +
    elements(of).map(texOf).join(',') +
    escapeTex(attribute(of, 'close') ?? ')'),
  mtable: (of) => tableOf(elements(of).map((row) => elements(row).map(texOf))),
  mspace: () => ' ',
  annotation: skipped,
  'annotation-xml': skipped,
}
