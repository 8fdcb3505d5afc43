import { Wrench } from 'lucide-react'
import type { ChangeOperation } from '#features/changes/schema.ts'
import { useHubName } from '../access/hubs.tsx'
import { changes } from './messages.ts'

type ToolCall = Extract<ChangeOperation, { action: 'call_tool' }>

export function ToolCallPlan({ call, hub }: { call: ToolCall; hub: string }) {
  const hubName = useHubName()
  const facts = factsOf(call.input)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-2">
        <Wrench aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
        <p className="min-w-0 break-words">
          {changes.runs} <code className="font-mono font-medium">{call.tool}</code>{' '}
          <span className="text-muted">{changes.on(hubName(hub))}</span>
        </p>
      </div>
      {facts.length === 0 ? (
        <p className="text-13 text-muted">{changes.noInput}</p>
      ) : (
        <dl className="grid gap-x-4 gap-y-2 rounded-m border border-line bg-sunken px-3 py-2 sm:grid-cols-[minmax(6rem,auto)_1fr]">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="font-mono text-13 break-words text-faint max-sm:not-first:mt-1">{name}</dt>
              <dd className="min-w-0 break-words whitespace-pre-wrap">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

const factsOf = (input: unknown): (readonly [string, string])[] =>
  Object.entries((input ?? {}) as Record<string, unknown>).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value, null, 2)] as const,
  )
