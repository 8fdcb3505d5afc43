import { createElement, Fragment, useContext, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { lazily } from '../lazily.ts'
import { InlinePicture as OpenablePicture } from '../picture.tsx'
import { AlertTitle, FootnoteLabel, FootnoteMark, noteId, TaskBox } from './asides.tsx'
import { CodeBlock } from './code-block.tsx'
import { inItsDirection, showDirections } from './directions.ts'
import { LinkAddress } from './link-address.ts'
import { isFileHere, isPictureData } from './links.ts'
import { Maths } from './maths.tsx'
import type { Token } from './parser.ts'
import { Table } from './table.tsx'

export interface ElementContext {
  settled: boolean
  scope: string
  hub: string | undefined
}

/** Text of the source is never parsed as HTML. */
export function toElements(tokens: readonly Token[], context: ElementContext): ReactNode[] {
  const root: ReactNode[] = []
  const open: { token: Token; children: ReactNode[]; key: number }[] = []
  for (let key = 0; key < tokens.length; key++) {
    const token = tokens[key]!
    const siblings = open.at(-1)?.children ?? root
    if (token.type === 'table_open') {
      const end = tokens.findIndex(({ type }, at) => at > key && type === 'table_close')
      siblings.push(table(tokens.slice(key + 1, end), key, context))
      key = end
    } else if (token.nesting === 1) open.push({ token, children: [], key })
    else if (token.nesting === 0) siblings.push(leaf(token, key, context))
    else {
      const closed = open.pop()!
      const outer = open.at(-1)?.children ?? root
      outer.push(container(closed.token, closed.children, closed.key, context))
    }
  }
  return root
}

const table = (tokens: readonly Token[], key: number, context: ElementContext): ReactNode => (
  <Table key={key} tokens={tokens} render={(shown) => toElements(shown, context)} />
)

function container(
  token: Token,
  children: ReactNode[],
  key: number,
  { scope, hub }: ElementContext,
): ReactNode {
  if (token.hidden) return <Fragment key={key}>{children}</Fragment>
  switch (token.tag) {
    case 'a':
      if (isPictureData(attribute(token, 'href') ?? '')) return <Fragment key={key}>{children}</Fragment>
      return (
        <Anchor key={key} href={attribute(token, 'href')} title={attribute(token, 'title')} hub={hub}>
          {children}
        </Anchor>
      )
    case 'ol':
      return (
        <ol key={key} start={Number(token.attrGet('start') ?? 1)}>
          {children}
        </ol>
      )
    case 'li':
      return createElement('li', { key, ...(token.info === 'task' && { className: 'task' }) }, children)
    case 'blockquote':
      return (
        <blockquote key={key} className={token.info ? cx('alert', `alert-${token.info}`) : undefined}>
          {token.info && <AlertTitle kind={token.info} />}
          {children}
        </blockquote>
      )
    case 'aside':
      return (
        <aside key={key} id={noteId(scope, token.info)} tabIndex={-1} className="footnote">
          <FootnoteLabel scope={scope} label={token.info} />
          <div>{children}</div>
        </aside>
      )
    case 'th':
    case 'td':
      return createElement(token.tag, { key, ...alignment(token) }, children)
    // Each heading gets the next lower level, because only the page may have an `h1`.
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
      return <code key={key}>{showDirections(token.content)}</code>
    case 'maths':
      return <MathsOf key={key} token={token} />
    case 'task':
      return <TaskBox key={key} done={token.info === 'done'} />
    case 'footnote_mark':
      return <FootnoteMark key={key} scope={context.scope} label={token.content} />
    case 'fence':
    case 'code_block':
      return <Code key={key} code={token.content} info={token.info} settled={context.settled} />
    case 'image':
      return <Picture key={key} src={attribute(token, 'src') ?? ''} alt={token.content} hub={context.hub} />
    default:
      return inItsDirection(token.content)
  }
}

const useDrawing = lazily(() => import('./drawing.tsx'))

function Code(code: { code: string; info: string; settled: boolean }) {
  const drawing = useDrawing(/^mermaid\b/i.test(code.info.trim()))
  return drawing ? <drawing.Drawing {...code} /> : <CodeBlock {...code} />
}

function MathsOf({ token }: { token: Token }) {
  const { close, display } = token.meta as { close: string; display: boolean }
  return <Maths source={token.content} open={token.markup} close={close} display={display} />
}

interface PictureOfTextProps {
  src: string
  alt: string
  hub: string | undefined
}

/** A picture of another site stays a link, because loading it would disclose the reader's IP address. */
function Picture({ src, alt, hub }: PictureOfTextProps) {
  const addressOf = useContext(LinkAddress)
  if (isPictureData(src)) return <OpenablePicture src={src} name={alt} className="picture" />
  const address = addressOf(src, hub)
  if (address !== src || isFileHere(src))
    return <OpenablePicture src={address} name={alt} className="picture" />
  return (
    <a href={src} {...LINK}>
      {alt || src}
    </a>
  )
}

interface AnchorProps {
  href: string | undefined
  title: string | undefined
  hub: string | undefined
  children: ReactNode
}

function Anchor({ href, title, hub, children }: AnchorProps) {
  const addressOf = useContext(LinkAddress)
  return (
    <a href={href === undefined ? href : addressOf(href, hub)} title={title} {...LINK}>
      {children}
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
