import { useState } from 'react'
import { Markdown } from '../../markdown/markdown.tsx'
import { bodyTexts as body } from '../messages.ts'
import { BodyBar } from './body-bar.tsx'
import { TextLines } from './lines.tsx'
import type { ArtifactSource } from './source.ts'
import { TextBody } from './text-body.tsx'

export function MarkdownView({ source }: { source: ArtifactSource }) {
  const [look, setLook] = useState<'rendered' | 'source'>('rendered')
  return (
    <TextBody source={source}>
      {({ text }) => (
        <div className="flex h-full min-h-0 flex-col">
          <BodyBar look={look} looks={['rendered', 'source']} onLook={setLook} copy={() => text} />
          {look === 'source' ? (
            <div className="min-h-0 flex-1">
              <TextLines label={body.text} text={text} language="" />
            </div>
          ) : (
            <div
              role="region"
              aria-label={body.frame(source.title)}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              tabIndex={0}
              className="min-h-0 flex-1 overflow-y-auto px-4 py-6 text-16 focus-visible:-outline-offset-2 md:px-8"
            >
              <div className="mx-auto max-w-reading pb-8">
                <Markdown text={text} />
              </div>
            </div>
          )}
        </div>
      )}
    </TextBody>
  )
}
