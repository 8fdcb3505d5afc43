import { useState } from 'react'
import type { TracePrompt, TraceSpan } from '#core/traces/schema.ts'
import { number } from '../../ui/language.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx'
import { percent } from '../kit/numbers.ts'
import { traces } from './messages.ts'

/** The parts of each model call's request, with their tokens. */
export function SentParts({ spans }: { spans: readonly TraceSpan[] }) {
  const calls = spans.filter(({ prompt }) => prompt !== null)
  const [chosen, setChosen] = useState(0)
  const prompt = calls[chosen]?.prompt
  if (!prompt) return null
  return (
    <section aria-label={traces.sent} className="flex flex-col gap-3">
      <h2 className="mt-4 text-16 font-semibold">{traces.sent}</h2>
      {calls.length > 1 && (
        <SelectField
          label={traces.modelCall}
          className="max-w-72"
          value={String(chosen)}
          onChange={(event) => setChosen(Number(event.target.value))}
          options={calls.map(({ name }, at) => ({
            value: String(at),
            label: `${number(at + 1)} · ${name.replace(/^chat /, '')}`,
          }))}
        />
      )}
      <PartsTable key={chosen} prompt={prompt} />
      <p className="text-13 text-muted">{prompt.input_tokens ? traces.sentHint : traces.sentEstimated}</p>
    </section>
  )
}

function PartsTable({ prompt }: { prompt: TracePrompt }) {
  const { parts, cached_tokens: cached, cache_written_tokens: written } = prompt
  const total = parts.reduce((sum, { tokens }) => sum + tokens, 0)
  return (
    <Table label={traces.sent}>
      <thead>
        <tr>
          <HeadCell>{traces.part}</HeadCell>
          <HeadCell number>{traces.tokensHead}</HeadCell>
          <HeadCell number>{traces.share}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ part, tokens, count, text }) => (
          <Row key={part}>
            <Cell>
              <span className="font-medium">{traces.parts[part]}</span>
              {(part === 'tools' || count > 1) && <span className="text-muted"> ({number(count)})</span>}
              {text && (
                <details className="text-13 text-muted">
                  <summary className="cursor-pointer py-1">{traces.showText}</summary>
                  <p className="max-h-80 overflow-auto break-words whitespace-pre-wrap">{text}</p>
                </details>
              )}
            </Cell>
            <Cell number>{number(tokens)}</Cell>
            <Cell number>{percent(tokens / Math.max(1, total))}</Cell>
          </Row>
        ))}
        <Sum name={traces.sum} tokens={total} total={total} />
        {cached !== null && <Sum name={traces.fromCache} tokens={cached} total={total} />}
        {written !== null && <Sum name={traces.toCache} tokens={written} total={total} />}
      </tbody>
    </Table>
  )
}

const Sum = ({ name, tokens, total }: { name: string; tokens: number; total: number }) => (
  <Row className="text-muted">
    <Cell>{name}</Cell>
    <Cell number>{number(tokens)}</Cell>
    <Cell number>{percent(tokens / Math.max(1, total))}</Cell>
  </Row>
)
