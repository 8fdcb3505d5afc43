import { createElement, Fragment, type ReactElement, type ReactNode } from 'react'
import temml from 'temml'
import 'temml/dist/Temml-Local.css'
import './typeset.css'

// oxlint-disable-next-line no-underscore-dangle -- the one way to the tree; as a string it would have to be parsed
const renderTree = temml.__renderToMathMLTree

/** These limits bound the time for one formula. */
const MAX_FORMULA_LENGTH = 4000
const MAX_DEPTH = 60
const MAX_PARTS = 6000
/** Enough for TeX's nested macros, too few for an expansion bomb. */
const MAX_EXPANSIONS = 400
const MAX_CACHED_FORMULAS = 500

const known = new Map<string, ReactElement | null>()

export function typeset(source: string, display: boolean): ReactElement | null {
  const key = `${display}\n${source}`
  let formula = known.get(key)
  if (formula === undefined) {
    formula = source.length > MAX_FORMULA_LENGTH ? null : tryToTypeset(source, display)
    if (known.size >= MAX_CACHED_FORMULAS) known.delete(known.keys().next().value!)
    known.set(key, formula)
  }
  return formula
}

function tryToTypeset(source: string, display: boolean): ReactElement | null {
  // Custom definitions can multiply the text, so they are refused.
  if (DEFINES.test(source) || depthOf(source) > MAX_DEPTH) return null
  try {
    const tree = renderTree(source, {
      displayMode: display,
      throwOnError: true,
      trust: false,
      strict: false,
      maxExpand: MAX_EXPANSIONS,
      maxSize: [20, 200],
    }) as Node
    const formula = createElement(
      Fragment,
      null,
      toElement(tree, 0, { depth: 0, parts: { left: MAX_PARTS } }),
    )
    return formula
  } catch {
    return null
  }
}

const DEFINES =
  /\\(?:[egx]?def|let|futurelet|global|long|(?:re)?newcommand|providecommand|newenvironment|DeclareMathOperator)(?![a-zA-Z])/

function depthOf(source: string): number {
  let depth = 0
  let deepest = 0
  for (const [sign] of source.matchAll(
    /\\[^a-zA-Z]|[{}]|\\(?:left|right|begin|end)(?![a-zA-Z])|\\(?:sqrt|frac)/g,
  )) {
    if (sign === '{' || sign === '\\left' || sign === '\\begin') deepest = Math.max(deepest, ++depth)
    else if (sign === '}' || sign === '\\right' || sign === '\\end') depth--
  }
  return deepest
}

interface Node {
  type?: string
  text?: string
  attributes?: Record<string, unknown>
  classes?: string[]
  style?: Record<string, string>
  children?: Node[]
}

interface Bounds {
  depth: number
  parts: { left: number }
}

function toElement(node: Node, key: number, { depth, parts }: Bounds): ReactNode {
  if (--parts.left < 0 || depth > 4 * MAX_DEPTH) throw new Error('the formula exceeds the limits')
  if (typeof node.text === 'string' && !node.type) return node.text
  const children = (node.children ?? []).map((child, at) => toElement(child, at, { depth: depth + 1, parts }))
  if (!node.type) return createElement(Fragment, { key }, ...children)
  if (!TAGS.has(node.type)) throw new Error(`no element of a formula: ${node.type}`)
  return createElement(node.type, { key, ...propertiesOf(node) }, ...children)
}

function propertiesOf({ attributes = {}, classes = [], style = {} }: Node): Record<string, unknown> {
  const kept = Object.entries(attributes).filter(([name]) => ATTRIBUTES.has(name))
  const styles = Object.entries(style).filter(([name]) => STYLES.has(name))
  const className = classes.filter(Boolean).join(' ')
  return {
    ...Object.fromEntries(kept),
    ...(className && { className }),
    ...(TAKES_STYLES && styles.length > 0 && { style: Object.fromEntries(styles) }),
  }
}

/** In browsers without MathML, its elements have no `style`. */
const TAKES_STYLES = 'style' in document.createElementNS('http://www.w3.org/1998/Math/MathML', 'mi')

const TAGS = new Set(
  'math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts mtable mtr mtd mpadded mphantom mstyle menclose none'.split(
    ' ',
  ),
)

const ATTRIBUTES = new Set(
  'display displaystyle scriptlevel mathvariant stretchy symmetric fence separator form lspace rspace largeop movablelimits accent accentunder linethickness width height depth voffset minsize maxsize rowspan columnspan dir'.split(
    ' ',
  ),
)

const STYLES = new Set(
  'display color backgroundColor border borderTop borderBottom borderLeft borderRight borderTopStyle padding paddingLeft paddingRight paddingTop paddingBottom margin marginLeft marginRight fontSize fontWeight fontStyle fontFamily mathDepth mathStyle mathShift textAlign width minWidth height verticalAlign lineHeight'.split(
    ' ',
  ),
)
