import type { ToolCall } from '#ground/turn/schema.ts'
import { jsonOrUndefined } from '#ground/base/json/parse.ts'
import type { TurnBudget } from '#ground/base/turn-budget.ts'
import type { TurnMessage, ModelRequest, ToolSpec } from '../model.ts'
import type { ToolDialect } from './dialects.ts'
import { isSchema, type Schema } from './json-schema.ts'
import { freeName, renameKeys, withKeys } from './keys.ts'
import { objectRoot } from './object-root.ts'
import { writeSchema } from './write-schema.ts'

interface WrittenTool {
  spec: ToolSpec
  keys: ReadonlyMap<string, string>
  schema: Schema
}

export interface WrittenTools {
  request(request: ModelRequest): ModelRequest
  original(call: ToolCall): ToolCall
}

export interface ToolWriter {
  write(tools: readonly ToolSpec[]): WrittenTools
  /**
   * Converts the tools for the provider in advance, without blocking the event loop: a client may send many large
   * tools.
   */
  prepare(tools: readonly ToolSpec[], turns: TurnBudget): Promise<void>
}

export function createToolWriter(dialect: ToolDialect): ToolWriter {
  const lists = new WeakMap<readonly ToolSpec[], WrittenTools>()
  const single = new WeakMap<ToolSpec, WrittenTool>()
  const writtenTool = (tool: ToolSpec): WrittenTool => {
    let written = single.get(tool)
    if (!written) single.set(tool, (written = writeTool(dialect, tool)))
    return written
  }
  return {
    write(tools) {
      let list = lists.get(tools)
      if (!list) lists.set(tools, (list = writtenList(dialect, tools, writtenTool)))
      return list
    },
    async prepare(tools, turns) {
      if (lists.has(tools)) return
      for (const tool of tools) {
        if (turns.isSpent()) await turns.nextTurn()
        writtenTool(tool)
      }
    },
  }
}

function writeTool(dialect: ToolDialect, { name, description, inputSchema }: ToolSpec): WrittenTool {
  const keys = dialect.key ? renameKeys(inputSchema, dialect.key) : NO_KEYS
  const nameOf = (key: string) => keys.get(key) ?? key
  const { schema, alternatives } = objectRoot(inputSchema, nameOf)
  const written = writeSchema(dialect, { root: inputSchema, schema, nameOf })
  return {
    spec: {
      name,
      description: [description, alternatives].filter(Boolean).join('\n\n'),
      inputSchema: written,
    },
    keys,
    schema: inputSchema,
  }
}

const NO_KEYS: ReadonlyMap<string, string> = new Map()

function writtenList(
  dialect: ToolDialect,
  tools: readonly ToolSpec[],
  writtenTool: (tool: ToolSpec) => WrittenTool,
): WrittenTools {
  const byName = new Map(tools.map((tool) => [tool.name, writtenTool(tool)]))
  const names = writtenNames(dialect, [...byName.keys()])
  const originals = new Map([...names].map(([name, written]) => [written, name]))
  const nameOf = (name: string) => names.get(name) ?? name
  const specs = tools.map((tool) => {
    const { spec } = byName.get(tool.name)!
    return names.has(tool.name) ? { ...spec, name: nameOf(tool.name) } : spec
  })
  const forProvider = (call: ToolCall): ToolCall => ({
    ...call,
    name: nameOf(call.name),
    input: changedInput(byName.get(call.name), call.input, 'written'),
  })
  const isPlain = names.size === 0 && [...byName.values()].every(({ keys }) => keys.size === 0)
  return {
    request: (request) => {
      const { toolChoice: choice, messages } = request
      return {
        ...request,
        tools: specs,
        ...(typeof choice === 'object' && { toolChoice: { name: nameOf(choice.name) } }),
        messages: isPlain
          ? messages
          : messages.map((message) => writtenMessage(message, nameOf, forProvider)),
      }
    },
    original(call) {
      const name = originals.get(call.name) ?? call.name
      return { ...call, name, input: changedInput(byName.get(name), call.input, 'original') }
    },
  }
}

function writtenMessage(
  message: TurnMessage,
  nameOf: (name: string) => string,
  forProvider: (call: ToolCall) => ToolCall,
): TurnMessage {
  if (message.role === 'assistant') return { ...message, toolCalls: message.toolCalls.map(forProvider) }
  if (message.role !== 'tool') return message
  return { ...message, results: message.results.map((result) => ({ ...result, name: nameOf(result.name) })) }
}

function writtenNames({ name: allowed }: ToolDialect, names: readonly string[]): Map<string, string> {
  const taken = new Set(names)
  return new Map(
    names
      .filter((name) => !allowed.test(name))
      .map((name) => {
        const written = freeName(name, taken)
        taken.add(written)
        return [name, written]
      }),
  )
}

/** Invalid JSON stays unchanged, and the call then fails. */
function changedInput(tool: WrittenTool | undefined, input: string, form: 'written' | 'original'): string {
  if (!tool || tool.keys.size === 0) return input
  const value = jsonOrUndefined(input)
  if (!isSchema(value)) return input
  const { keys, schema } = tool
  const originals = new Map([...keys].map(([key, name]) => [name, key]))
  const change =
    form === 'written'
      ? { root: schema, declared: (key: string) => key, written: (key: string) => keys.get(key) ?? key }
      : { root: schema, declared: (key: string) => originals.get(key) ?? key, written: (key: string) => key }
  return JSON.stringify(withKeys(change, [schema], value))
}
