import { Fragment, useState } from 'react'
import { languageOf } from '../../ui/artifacts/body/language.ts'
import { BodyBar } from '../../ui/artifacts/body/body-bar.tsx'
import { lineCount } from '../../ui/artifacts/body/lines.tsx'
import { bodyTexts } from '../../ui/artifacts/messages.ts'
import { lazily } from '../../ui/lazily.ts'
import { useColours } from '../../ui/markdown/colours.ts'
import { showDirections } from '../../ui/markdown/directions.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { files } from './messages.ts'
import { splitHead } from './split-head.ts'

interface FileTextProps {
  path: string
  text: string
}

const useMarkdown = lazily(() => import('../../ui/markdown/markdown.tsx'))

/** A file with line numbers and colours. A Markdown file can also be read as people see it. */
export function FileText({ path, text }: FileTextProps) {
  const [look, setLook] = useState<'rendered' | 'source'>('source')
  const isMarkdown = path.endsWith('.md')
  return (
    <div className="overflow-hidden rounded-l border border-line bg-raised">
      <BodyBar
        about={bodyTexts.lines(lineCount(text))}
        copy={() => text}
        look={look}
        looks={isMarkdown ? ['source', 'rendered'] : undefined}
        onLook={setLook}
      />
      {isMarkdown && look === 'rendered' ? (
        <Rendered path={path} text={splitHead(text).body} />
      ) : (
        <Lines path={path} text={text} />
      )}
    </div>
  )
}

function Rendered({ path, text }: FileTextProps) {
  const parts = useMarkdown(true)
  return (
    <section aria-label={files.content(path)} className="p-4 text-14 md:px-6">
      <div className="max-w-reading">
        {parts ? <parts.Markdown text={text} /> : <Skeleton className="h-40" />}
      </div>
    </section>
  )
}

function Lines({ path, text }: FileTextProps) {
  const shown = showDirections(text.replace(/\r?\n$/, ''))
  const isMarkdown = path.endsWith('.md')
  // Only the front matter of Markdown is coloured, as YAML.
  const coloured = isMarkdown ? splitHead(shown).head : shown
  const colours = useColours(coloured, isMarkdown ? 'yaml' : languageOf(path), true)
  return (
    <div
      role="region"
      aria-label={files.content(path)}
      dir="ltr"
      // Makes the element scrollable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="overflow-x-auto bg-code font-mono text-13"
    >
      <code className="grid grid-cols-[auto_minmax(0,1fr)] py-2">
        {shown.split('\n').map((line, row) => (
          // oxlint-disable react/no-array-index-key -- the lines of a text never move
          <Fragment key={row}>
            <span
              aria-hidden
              className="border-e border-line ps-3 pe-2 text-end text-faint tabular-nums select-none"
            >
              {row + 1}
            </span>
            <span className="min-h-lh px-3 tab-2 whitespace-pre-wrap [overflow-wrap:anywhere]">
              {colours?.[row]?.map((piece, column) => (
                <span key={column} style={{ color: piece.colour }}>
                  {piece.text}
                </span>
              )) ?? line}
            </span>
          </Fragment>
          // oxlint-enable react/no-array-index-key
        ))}
      </code>
    </div>
  )
}
