import type { ModelRequest, ToolSpec } from '../model.ts'
import { ServerReport } from '../reported.ts'
import type { Wire } from '../wire.ts'

/** Requests that are sent again without a tool, for one request. */
const MAX_RETRIES = 8

/**
 * A wire that leaves out tools which the model's server refuses by name or place, so that one tool does not stop an
 * agent. A tool is left out until its schema changes or the process starts again.
 *
 * @param onRefused Receives each tool, once, with the error that refused it.
 */
export function withoutRefusedTools(wire: Wire, onRefused: (tool: string, error: unknown) => void): Wire {
  /** Schemas that were refused, by the name of their tool. */
  const refused = new Map<string, string>()
  const isRefused = ({ name, inputSchema }: ToolSpec): boolean =>
    refused.has(name) && refused.get(name) === JSON.stringify(inputSchema)
  const accepted = (request: ModelRequest): ModelRequest => {
    if (refused.size === 0 || !request.tools.some(isRefused)) return request
    const tools = request.tools.filter((tool) => !isRefused(tool))
    return { ...request, tools, ...(tools.length === 0 && { toolChoice: undefined }) }
  }
  return {
    async open(request, listener, stop) {
      for (let retries = 0; ; retries++) {
        const sent = accepted(request)
        try {
          return await wire.open(sent, listener, stop)
        } catch (error) {
          const tools = stop.aborted ? [] : refusedTools(error, sent.tools)
          const { toolChoice: choice } = request
          const isNeeded = typeof choice === 'object' && tools.some(({ name }) => name === choice.name)
          if (tools.length === 0 || isNeeded || retries === MAX_RETRIES) throw error
          for (const { name, inputSchema } of tools) {
            refused.set(name, JSON.stringify(inputSchema))
            onRefused(name, error)
          }
        }
      }
    },
  }
}

/** The tools of a request that an error refuses. */
export function refusedTools(error: unknown, tools: readonly ToolSpec[]): ToolSpec[] {
  const report = reportIn(error)
  if (!report) return []
  const { statusCode, message } = report
  const isRefusal =
    statusCode === 400 || statusCode === 422 || (statusCode === 500 && SERVER_ERRORS.test(message))
  if (!isRefusal || CONVERSATION.test(message)) return []
  return namedTools(message, tools)
}

/** Refusals that llama.cpp and servers like it send as errors of their own. */
const SERVER_ERRORS = /schema|resolving ref|grammar|jinja|template/i

/** Errors in messages and choices quote tools, too. */
const CONVERSATION = /\bmessages?[.[]|\btool_choice\b|\btool_calls?\b|\binput[.[]\d/i

const PLACE = /\b(?:tools?|functions)(?:\[|\.)(\d+)\b/
const DECLARATION = /function_?declarations(?:\[|\.)(\d+)\b/i

function namedTools(message: string, tools: readonly ToolSpec[]): ToolSpec[] {
  const place = DECLARATION.exec(message)?.[1] ?? PLACE.exec(message)?.[1]
  const placed = place === undefined ? undefined : tools[Number(place)]
  if (placed) return [placed]
  if (!/schema|tool|function|parameter|grammar|jinja|template/i.test(message)) return []
  const named = tools.filter(({ name }) => isQuoted(message, name))
  return named.length > 0 ? named : toolsWithPart(message, tools)
}

/** A name that stands alone may be a word of the sentence. */
const isQuoted = (message: string, name: string): boolean =>
  [`'${name}'`, `"${name}"`, `\`${name}\``, `‘${name}’`, `“${name}”`].some((quoted) =>
    message.includes(quoted),
  )

/** llama.cpp quotes the part of a schema that it does not know, and not the tool. */
function toolsWithPart(message: string, tools: readonly ToolSpec[]): ToolSpec[] {
  const reference = /resolving ref\s+(\S+?)[:,]?\s/i.exec(`${message} `)?.[1]
  const part = reference
    ? `"$ref":${JSON.stringify(reference)}`
    : compact(/unrecognized schema:\s*(\{.*\})/is.exec(message)?.[1])
  if (part === null || part.length < MIN_PART_CHARACTERS) return []
  return tools.filter(({ inputSchema }) => JSON.stringify(inputSchema).includes(part))
}

/** Shorter parts, such as `{}`, are in most schemas. */
const MIN_PART_CHARACTERS = 5

const compact = (json: string | undefined): string | null => {
  try {
    return JSON.stringify(JSON.parse(json ?? ''))
  } catch {
    return null
  }
}

/** The server's own words, where a provider package wraps them. */
const reportIn = (error: unknown): ServerReport | null => {
  for (let inner = error, depth = 0; inner instanceof Error && depth < 5; inner = inner.cause, depth++)
    if (inner instanceof ServerReport) return inner
  return null
}
