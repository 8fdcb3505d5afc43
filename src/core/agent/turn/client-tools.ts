import { BoundedMap } from '#ground/base/bounded-map.ts'
import { newId } from '#ground/base/ids.ts'
import type { ToolCall } from '#ground/turn/schema.ts'
import type { TurnMessage, ToolResult } from '#core/agent/model/model.ts'

export class ToolNameTaken extends Error {
  readonly index: number
  constructor(name: string, index: number) {
    super(`The tool name “${name}” is taken by a tool of this agent. Choose another name.`)
    this.name = 'ToolNameTaken'
    this.index = index
  }
}

export class UnknownToolAllowed extends Error {
  readonly index: number
  constructor(name: string, index: number) {
    super(`There is no tool named “${name}”: neither the agent nor “tools” has it.`)
    this.name = 'UnknownToolAllowed'
    this.index = index
  }
}

export class UnknownToolForced extends Error {
  constructor(name: string) {
    super(`There is no tool named “${name}”: neither the agent nor “tools” has it.`)
    this.name = 'UnknownToolForced'
  }
}

export interface ClientCalls {
  keep(chatId: string, kept: KeptTurn): ToolCall[]
  restore(chatId: string, messages: readonly TurnMessage[]): TurnMessage[]
}

export interface KeptTurn {
  earlier: readonly TurnMessage[]
  answer: Extract<TurnMessage, { role: 'assistant' }>
  results: readonly ToolResult[]
  clientCalls: readonly ToolCall[]
}

const REMEMBERED = 1000

export function createClientCalls(): ClientCalls {
  const turns = new BoundedMap<string, KeptTurn & { ids: ReadonlyMap<string, string> }>(REMEMBERED)
  return {
    keep(chatId, kept) {
      const renamed = kept.clientCalls.map((call) => ({ ...call, id: `call_${newId().replaceAll('-', '')}` }))
      const ids = new Map(renamed.map(({ id }, index) => [id, kept.clientCalls[index]!.id]))
      const earlier = kept.earlier.map(withoutResultFiles)
      const results = kept.results.map(withoutFiles)
      turns.set(keyOf(chatId, renamed[0]!.id), { ...kept, earlier, results, ids })
      return renamed
    },
    restore(chatId, messages) {
      if (turns.size === 0) return [...messages]
      const original = new Map<string, string>()
      return messages.flatMap((message): TurnMessage[] => {
        if (message.role === 'tool')
          return [
            {
              ...message,
              results: message.results.map((result) => ({
                ...result,
                id: original.get(result.id) ?? result.id,
              })),
            },
          ]
        const [first] = message.role === 'assistant' ? message.toolCalls : []
        const kept = first && turns.get(keyOf(chatId, first.id))
        if (!kept) return [message]
        for (const [id, before] of kept.ids) original.set(id, before)
        const { earlier, answer, results } = kept
        return [...earlier, answer, ...(results.length > 0 ? [{ role: 'tool' as const, results }] : [])]
      })
    },
  }
}

export const withoutResultFiles = (message: TurnMessage): TurnMessage =>
  message.role === 'tool' ? { ...message, results: message.results.map(withoutFiles) } : message

/** Drops the bytes of files, which would fill the memory. */
export const withoutFiles = ({ files, ...result }: ToolResult): ToolResult =>
  files === undefined ? result : { ...result, text: `${result.text}\n[The files are no longer shown to you]` }

const keyOf = (chatId: string, callId: string): string => `${callId} ${chatId}`
