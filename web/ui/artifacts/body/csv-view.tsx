import { useMemo, useState } from 'react'
import { bodyTexts as body } from '../messages.ts'
import { BodyBar } from './body-bar.tsx'
import { parseCsv } from './csv.ts'
import { CsvTable } from './csv-table.tsx'
import { TextLines } from './lines.tsx'
import type { ReadText } from './read-text.ts'
import type { ArtifactSource } from './source.ts'
import { TextBody } from './text-body.tsx'

export const CsvView = ({ source }: { source: ArtifactSource }) => (
  <TextBody source={source}>{(read) => <CsvContent read={read} />}</TextBody>
)

function CsvContent({ read }: { read: ReadText }) {
  const [look, setLook] = useState<'table' | 'text'>('table')
  const table = useMemo(() => parseCsv(read.text, { isCut: read.isCut }), [read])
  return (
    <div className="flex h-full min-h-0 flex-col">
      <BodyBar
        about={body.rows(table.rows.length, table.head.length)}
        look={look}
        looks={['table', 'text']}
        onLook={setLook}
        copy={() => read.text}
      />
      <div className="min-h-0 flex-1">
        {look === 'table' ? (
          <CsvTable table={table} isCut={read.isCut} />
        ) : (
          <TextLines label={body.text} text={read.text} language="" />
        )}
      </div>
    </div>
  )
}
