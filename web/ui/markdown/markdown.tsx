import { memo, useId, useMemo, useRef } from 'react'
import { cutBlocks, NO_TEXT } from './blocks.ts'
import { toElements, type ElementContext } from './elements.tsx'
import './markdown.css'
import { parseMarkdown, type References } from './parser.ts'

export interface MarkdownProps {
  text: string
  /** True if more text follows. Finished blocks keep their elements; only the last blocks render again. */
  growing?: boolean
  /** The Hub that wrote the text. */
  hub?: string | undefined
}

export function Markdown({ text, growing = false, hub }: MarkdownProps) {
  const last = useRef(NO_TEXT)
  const scope = useId()
  // The result depends only on the text; the previous result saves work.
  const { blocks, references } = useMemo(() => (last.current = cutBlocks(text, last.current)), [text])
  const known = JSON.stringify(references)
  return (
    <div className="markdown" dir="auto" data-pictures>
      {blocks.map((source, index) => (
        <Block
          // oxlint-disable-next-line react/no-array-index-key -- blocks are only ever added at the end
          key={index}
          source={source}
          references={known}
          settled={!growing || index < blocks.length - 1}
          scope={scope}
          hub={hub}
        />
      ))}
    </div>
  )
}

interface BlockProps extends ElementContext {
  source: string
  /** Link definitions of the whole text as JSON, so that `memo` compares them by value. */
  references: string
}

const Block = memo(function Block({ source, references, settled, scope, hub }: BlockProps) {
  return useMemo(
    () => toElements(parseMarkdown(source, JSON.parse(references) as References), { settled, scope, hub }),
    [source, references, settled, scope, hub],
  )
})
