import { useMemo, useState } from 'react'
import { bodyTexts as body } from '../messages.ts'
import { BodyBar } from './body-bar.tsx'
import { parseJson } from './json-lines.ts'
import { JsonTree } from './json-tree.tsx'
import { TextLines } from './lines.tsx'
import type { ReadText } from './read-text.ts'
import type { ArtifactSource } from './source.ts'
import { TextBody } from './text-body.tsx'

/** Larger files, and invalid JSON, are shown as text. */
const TREE_BYTES = 2_000_000

export const JsonView = ({ source }: { source: ArtifactSource }) => (
  <TextBody source={source}>{(read, { size }) => <JsonContent read={read} size={size} />}</TextBody>
)

function JsonContent({ read, size }: { read: ReadText; size: number }) {
  const [look, setLook] = useState<'tree' | 'text'>('tree')
  const parsed = useMemo(() => (size > TREE_BYTES ? null : tryParse(read.text)), [read, size])
  return (
    <div className="flex h-full min-h-0 flex-col">
      <BodyBar
        look={look}
        copy={() => read.text}
        looks={parsed ? ['tree', 'text'] : undefined}
        onLook={setLook}
      />
      <div className="min-h-0 flex-1">
        {parsed && look === 'tree' ? (
          <JsonTree root={parsed.value} />
        ) : (
          <TextLines label={body.text} text={read.text} language="json" />
        )}
      </div>
    </div>
  )
}

function tryParse(text: string): { value: unknown } | null {
  try {
    return { value: parseJson(text) }
  } catch {
    return null
  }
}
