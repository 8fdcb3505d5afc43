import { createElement, Fragment, type ReactNode } from 'react'
import { CodeBlock, type CodeTexts } from './code-block.tsx'
import { isFileHere, isPictureData } from './links.ts'
import type { Token } from './parser.ts'

export interface ElementContext {
  texts: CodeTexts & { table: string }
  /** The text won't change any more: code can be coloured. */
  settled: boolean
}

/** Turn tokens into elements. No text of the source is ever read as HTML. */
export function toElements(tokens: readonly Token[], context: ElementContext): ReactNode[] {
  const root: ReactNode[] = []
  const open: { token: Token; children: ReactNode[]; key: number }[] = []
  tokens.forEach((token, key) => {
    if (token.nesting === 1) return void open.push({ token, children: [], key })
    const closed = token.nesting === -1 ? open.pop() : undefined
    const siblings = open.at(-1)?.children ?? root
    siblings.push(
      closed ? container(closed.token, closed.children, closed.key, context) : leaf(token, key, context),
    )
  })
  return root
}

function container(token: Token, children: ReactNode[], key: number, { texts }: ElementContext): ReactNode {
  if (token.hidden) return <Fragment key={key}>{children}</Fragment>
  switch (token.tag) {
    case 'a':
      if (isPictureData(attribute(token, 'href') ?? '')) return <Fragment key={key}>{children}</Fragment>
      return (
        <a key={key} href={attribute(token, 'href')} title={attribute(token, 'title')} {...LINK}>
          {children}
        </a>
      )
    case 'table':
      return (
        // A wide table scrolls by keyboard too, so it takes the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div key={key} role="region" aria-label={texts.table} tabIndex={0} className="table-scroll">
          <table>{children}</table>
        </div>
      )
    case 'ol':
      return (
        <ol key={key} start={Number(token.attrGet('start') ?? 1)}>
          {children}
        </ol>
      )
    case 'th':
    case 'td':
      return createElement(token.tag, { key, ...alignment(token) }, children)
    // The page has the first level for itself.
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
      return createElement(`h${Number(token.tag[1]) + 1}`, { key, className: token.tag }, children)
    default:
      return createElement(token.tag, { key }, children)
  }
}

function leaf(token: Token, key: number, context: ElementContext): ReactNode {
  switch (token.type) {
    case 'inline':
      return <Fragment key={key}>{toElements(token.children ?? [], context)}</Fragment>
    case 'softbreak':
    case 'hardbreak':
      return <br key={key} />
    case 'hr':
      return <hr key={key} />
    case 'code_inline':
      return <code key={key}>{token.content}</code>
    case 'fence':
    case 'code_block':
      return (
        <CodeBlock
          key={key}
          code={token.content}
          info={token.info}
          settled={context.settled}
          texts={context.texts}
        />
      )
    case 'image':
      return <Picture key={key} src={attribute(token, 'src') ?? ''} alt={token.content} />
    default:
      return token.content
  }
}

/** Pictures of this site are shown; one from elsewhere would tell its owner who reads, so it stays a link. */
function Picture({ src, alt }: { src: string; alt: string }) {
  if (isPictureData(src) || isFileHere(src)) return <img src={src} alt={alt} loading="lazy" />
  return (
    <a href={src} {...LINK}>
      {alt || src}
    </a>
  )
}

const attribute = (token: Token, name: string): string | undefined => token.attrGet(name)?.toString()

const LINK = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const

function alignment(token: Token): { className?: string } {
  const match = /text-align:(right|center)/.exec(attribute(token, 'style') ?? '')
  if (!match) return {}
  return { className: match[1] === 'right' ? 'text-end' : 'text-center' }
}
