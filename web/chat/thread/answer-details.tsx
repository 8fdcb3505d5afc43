import type { ReactNode } from 'react'
import type { MessageView } from '#chatapp/chats/schema.ts'
import { number } from '../../ui/language.ts'
import { money } from '../../ui/money.ts'
import { duration, exactTime } from '../../ui/time.ts'
import { messageMenu as texts } from './message-menu-messages.ts'

/** Answers of earlier releases, and of other model servers, lack some of the facts. */
export function AnswerDetails({ message }: { message: Pick<MessageView, 'facts' | 'usage' | 'timestamp'> }) {
  const { facts = {}, usage, timestamp } = message
  const tokens = tokensOf(usage)
  const rows: readonly [string, ReactNode][] = [
    ...(facts.model ? [[texts.model, <bdi key="model">{facts.model}</bdi>] as [string, ReactNode]] : []),
    ...(tokens
      ? [[texts.tokens, texts.tokensOf(number(tokens.input), number(tokens.output))] as [string, ReactNode]]
      : []),
    ...(facts.ms === undefined ? [] : [[texts.time, duration(facts.ms)] as [string, ReactNode]]),
    ...(facts.cost_micro_usd === undefined
      ? []
      : [[texts.cost, money(facts.cost_micro_usd)] as [string, ReactNode]]),
    [texts.finished, exactTime(timestamp)],
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-13 tabular-nums">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Reads the formats of OpenAI's APIs; other formats of imported chats are ignored. */
function tokensOf(usage: unknown): { input: number; output: number } | null {
  const counts = (typeof usage === 'object' && usage) || {}
  const { prompt_tokens, completion_tokens, input_tokens, output_tokens } = counts as Record<string, unknown>
  const input = prompt_tokens ?? input_tokens
  const output = completion_tokens ?? output_tokens
  return typeof input === 'number' && typeof output === 'number' ? { input, output } : null
}
