import MarkdownIt from 'markdown-it'

const parser = new MarkdownIt()

export const readDocs = (source: string): string[] =>
  parser
    .parse(source, {})
    .flatMap(({ type, children }) => (type === 'inline' && children ? [children] : []))
    .map((children) =>
      children
        .map(({ type, content }) => {
          if (type === 'text') return content
          if (type === 'code_inline') return '`…`'
          return type === 'softbreak' || type === 'hardbreak' ? ' ' : ''
        })
        .join(''),
    )
    .filter((text) => text !== '')
