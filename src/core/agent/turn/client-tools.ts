import { BoundedMap } from '#ground/base/bounded-map.ts'
import { newId } from '#ground/base/ids.ts'
import type { ToolCall } from '#ground/turn/schema.ts'
import type { TurnMessage, ToolResult } from '#core/agent/model/model.ts'

/** A client's tool has the name of one of ours, so a call would be ambiguous. */
export class ToolNameTaken extends Error {
  /** Place among the client's tools. */
  readonly index: number
  constructor(name: string, index: number) {
    super(`The tool name “${name}” is taken by a tool of this agent. Choose another name.`)
    this.name = 'ToolNameTaken'
    this.index = index
  }
}

/** The client allows a tool that neither the agent nor the client has. */
export class UnknownToolAllowed extends Error {
  /** Place among the names that it allows. */
  readonly index: number
  constructor(name: string, index: number) {
    super(`There is no tool named “${name}”: neither the agent nor “tools” has it.`)
    this.name = 'UnknownToolAllowed'
    this.index = index
  }
}

/** The client forces a tool that neither the agent nor the client has. */
export class UnknownToolForced extends Error {
  constructor(name: string) {
    super(`There is no tool named “${name}”: neither the agent nor “tools” has it.`)
    this.name = 'UnknownToolForced'
  }
}

/**
 * The steps of a turn that ended in calls of the client's tools, for the request that brings their results.
 */
export interface ClientCalls {
  /**
   * Stores the steps after the client's messages, and gives the calls unique ids.
   *
   * @param done The earlier steps, each an answer and its results.
   */
  keep(chatId: string, kept: KeptTurn): ToolCall[]
  /** The conversation with those steps restored, instead of the client's version of them. */
  restore(chatId: string, messages: readonly TurnMessage[]): TurnMessage[]
}

export interface KeptTurn {
  done: readonly TurnMessage[]
  /** The answer that calls: our tools, the client's, or both. */
  answer: Extract<TurnMessage, { role: 'assistant' }>
  /** Results of our own tools called in the same answer. */
  results: readonly ToolResult[]
  clientCalls: readonly ToolCall[]
}

const REMEMBERED = 1000

/**
 * Kept in memory and for the newest turns only: when it is lost, as after a restart, the conversation
 * continues from the client's messages, and only our own tools' results of that turn are missing.
 */
export function createClientCalls(): ClientCalls {
  const turns = new BoundedMap<string, KeptTurn & { ids: ReadonlyMap<string, string> }>(REMEMBERED)
  return {
    keep(chatId, kept) {
      const renamed = kept.clientCalls.map((call) => ({ ...call, id: `call_${newId().replaceAll('-', '')}` }))
      const ids = new Map(renamed.map(({ id }, index) => [id, kept.clientCalls[index]!.id]))
      const done = kept.done.map((message) =>
        message.role === 'tool' ? { ...message, results: message.results.map(withoutFiles) } : message,
      )
      const results = kept.results.map(withoutFiles)
      turns.set(keyOf(chatId, renamed[0]!.id), { ...kept, done, results, ids })
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
        const { done, answer, results } = kept
        return [...done, answer, ...(results.length > 0 ? [{ role: 'tool' as const, results }] : [])]
      })
    },
  }
}

/** The bytes of files would fill the memory; their links are in the text. */
const withoutFiles = ({ files, ...result }: ToolResult): ToolResult =>
  files === undefined ? result : { ...result, text: `${result.text}\n[The files are no longer shown to you]` }

const keyOf = (chatId: string, callId: string): string => `${callId} ${chatId}`
