import { memo, useId, useMemo, useRef } from 'react'
import { cutBlocks, MAY_CHANGE, NO_TEXT } from './blocks.ts'
import { toElements, type ElementContext } from './elements.tsx'
import './markdown.css'
import { parseMarkdown, type References } from './parser.ts'

export interface MarkdownProps {
  text: string
  growing?: boolean
  hub?: string | undefined
}

export function Markdown({ text, growing = false, hub }: MarkdownProps) {
  const last = useRef(NO_TEXT)
  const scope = useId()
  const { blocks, references } = useMemo(() => (last.current = cutBlocks(text, last.current)), [text])
  const known = JSON.stringify(references)
  return (
    <div className="markdown" dir="auto" data-pictures>
      {stretchesOf(blocks).map((stretch) => {
        const isLast = stretch.end === blocks.length
        const shown = { blocks, ...stretch, references: known, scope, hub, growing: growing && isLast }
        return isLast ? (
          <Stretch key={stretch.start} {...shown} />
        ) : (
          <div key={stretch.start} className="stretch">
            <Stretch {...shown} />
          </div>
        )
      })}
    </div>
  )
}

/** Number of blocks in a group. Browsers do not render groups that are out of view (`content-visibility`). */
const LONG = 24

interface Stretch {
  start: number
  end: number
}

function stretchesOf(blocks: readonly string[]): Stretch[] {
  const count = Math.max(1, Math.ceil((blocks.length - MAY_CHANGE) / LONG))
  return Array.from({ length: count }, (_, index) => ({
    start: index * LONG,
    end: index === count - 1 ? blocks.length : (index + 1) * LONG,
  }))
}

interface StretchProps extends Stretch, Omit<BlockProps, 'source' | 'settled'> {
  blocks: readonly string[]
  growing: boolean
}

const Stretch = memo(function Stretch({ blocks, start, end, growing, ...block }: StretchProps) {
  return blocks.slice(start, end).map((source, index) => (
    <Block
      // oxlint-disable-next-line react/no-array-index-key -- blocks are only ever added at the end
      key={index}
      source={source}
      settled={!growing || start + index < end - 1}
      {...block}
    />
  ))
}, isSameStretch)

function isSameStretch(a: StretchProps, b: StretchProps): boolean {
  const { blocks: before, ...had } = a
  const { blocks: after, ...has } = b
  return (
    Object.entries(had).every(([name, value]) => has[name as keyof typeof has] === value) &&
    before.slice(a.start, a.end).every((source, index) => source === after[b.start + index])
  )
}

interface BlockProps extends ElementContext {
  source: string
  references: string
}

const Block = memo(function Block({ source, references, settled, scope, hub }: BlockProps) {
  return useMemo(
    () => toElements(parseMarkdown(source, JSON.parse(references) as References), { settled, scope, hub }),
    [source, references, settled, scope, hub],
  )
})
