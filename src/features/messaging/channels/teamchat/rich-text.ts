type Part = Readonly<Record<string, unknown>>

export const textOfBlocks = (blocks: unknown): string =>
  partsOf(blocks).map(textOfBlock).filter(Boolean).join('\n')

const MAX_DEPTH = 20

const partsOf = (value: unknown): Part[] =>
  Array.isArray(value) ? value.filter((part): part is Part => typeof part === 'object' && part !== null) : []

const stringIn = (part: Part, ...names: readonly string[]): string => {
  for (const name of names) {
    const value = part[name]
    if (typeof value === 'string' && value !== '') return value
    const inner = typeof value === 'object' && value !== null ? (value as Part)['text'] : undefined
    if (typeof inner === 'string' && inner !== '')
      return (value as Part)['type'] === 'plain_text' ? escaped(inner) : inner
  }
  return ''
}

const SILENT: ReadonlySet<unknown> = new Set(['divider', 'actions', 'input', 'file'])

function textOfBlock(block: Part): string {
  const type = block['type']
  if (SILENT.has(type)) return ''
  if (type === 'rich_text')
    return partsOf(block['elements'])
      .map((part) => textOfRich(part))
      .join('\n')
  if (type === 'context')
    return partsOf(block['elements'])
      .map((part) => stringIn(part, 'text', 'alt_text'))
      .filter(Boolean)
      .join(' ')
  if (type === 'table')
    return partsOfRows(block['rows'])
      .map((row) => row.map(textOfCell).join(' | '))
      .join('\n')
  const fields = partsOf(block['fields']).map((field) => stringIn(field, 'text'))
  return [stringIn(block, 'title'), stringIn(block, 'text', 'description', 'alt_text'), ...fields]
    .filter(Boolean)
    .join('\n')
}

const partsOfRows = (rows: unknown): Part[][] => (Array.isArray(rows) ? rows.map(partsOf) : [])

const textOfCell = (cell: Part): string =>
  cell['type'] === 'rich_text' ? textOfBlock(cell) : escaped(stringIn(cell, 'text'))

function textOfRich(part: Part, depth = 0): string {
  if (depth > MAX_DEPTH) return ''
  const elements = partsOf(part['elements'])
  const inner = () => elements.map((element) => textOfRich(element, depth + 1))
  switch (part['type']) {
    case 'rich_text_list': {
      const indent = '  '.repeat(Math.min(Number(part['indent']) || 0, MAX_DEPTH))
      const first = Number(part['offset']) || 0
      const isOrdered = part['style'] === 'ordered'
      return inner()
        .map((item, index) => `${indent}${isOrdered ? `${first + index + 1}.` : '-'} ${item}`)
        .join('\n')
    }
    case 'rich_text_quote':
      return inner()
        .join('')
        .split('\n')
        .map((line) => `&gt; ${line}`)
        .join('\n')
    case 'rich_text_preformatted':
      return `\`\`\`\n${inner().join('')}\n\`\`\``
    case 'rich_text_section':
      return inner().join('')
    default:
      return textOfElement(part)
  }
}

function textOfElement(part: Part): string {
  const textField = (name: string) => (typeof part[name] === 'string' ? part[name] : '')
  switch (part['type']) {
    case 'link':
      return textField('text') === ''
        ? `<${textField('url')}>`
        : `<${textField('url')}|${escaped(textField('text'))}>`
    case 'user':
      return `<@${textField('user_id')}>`
    case 'channel':
      return `<#${textField('channel_id')}>`
    case 'usergroup':
      return `<!subteam^${textField('usergroup_id')}>`
    case 'broadcast':
      return `<!${textField('range')}>`
    case 'emoji':
      return emojiOf(textField('unicode')) ?? `:${textField('name')}:`
    case 'date':
      return escaped(textField('fallback'))
    case 'color':
      return escaped(textField('value'))
    default:
      return escaped(textField('text'))
  }
}

const emojiOf = (unicode: string): string | null =>
  /^[0-9a-f]{1,5}(-[0-9a-f]{1,5})*$/i.test(unicode)
    ? String.fromCodePoint(...unicode.split('-').map((code) => Number.parseInt(code, 16)))
    : null

/** The provider escapes these three characters in texts. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
