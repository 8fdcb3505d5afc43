import { parseSync, Visitor, type CallExpression, type NewExpression, type Node } from 'oxc-parser'

/** Users read every text in these files. */
const WHOLE_FILES = /messages\.ts$|^src\/cli\/|\/log-events\.ts$/u

/** Names of functions whose arguments users read. */
const CALLS = /error$|failure$|^refus|^fail|^problem|^describe$/iu

/** Single words are excluded, because most are keys or names. */
export function readInterface(path: string, source: string): string[] {
  const { program } = parseSync(path, source)
  const isWhole = WHOLE_FILES.test(path)
  const calls: { start: number; end: number }[] = []
  const texts: { start: number; text: string }[] = []
  const noteCall = ({ callee, start, end }: CallExpression | NewExpression) => {
    if (CALLS.test(nameOf(callee))) calls.push({ start, end })
  }
  new Visitor({
    CallExpression: noteCall,
    NewExpression: noteCall,
    Literal: ({ start, value }) => {
      if (typeof value === 'string') texts.push({ start, text: value })
    },
    TemplateLiteral: ({ start, quasis }) => {
      texts.push({ start, text: quasis.map(({ value }) => value.cooked ?? '').join('…') })
    },
  }).visit(program)
  return texts
    .filter(({ start }) => isWhole || calls.some((call) => call.start < start && start < call.end))
    .map(({ text }) => text)
    .filter((text) => /\p{L}[\p{P}\s]*\s+\p{L}/u.test(text))
}

function nameOf(callee: Node): string {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') return callee.property.name
  return ''
}
