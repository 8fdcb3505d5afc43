import type { ModelRequest } from '../model.ts'
import { findFailureReport, isOfGrammar } from '../refusals/error-text.ts'
import type { ModelWire } from '../wire.ts'
import { isSame, isSchema } from './json-schema.ts'
import { withoutPatterns } from './pattern.ts'

/**
 * After a server refuses a pattern, requests omit all patterns until the process restarts. The tool itself still
 * checks its arguments.
 */
export function withoutRefusedPatterns(wire: ModelWire, onRefused: (error: unknown) => void): ModelWire {
  let isRefused = false
  return {
    async open(request, listener, stop) {
      if (isRefused) return wire.open(patternFree(request), listener, stop)
      try {
        return await wire.open(request, listener, stop)
      } catch (error) {
        const free = patternFree(request)
        const isOfPatterns = isOfGrammar(findFailureReport(error)?.text ?? '')
        if (stop.aborted || !isOfPatterns || isSame(free.tools, request.tools)) throw error
        const events = await wire.open(free, listener, stop)
        isRefused = true
        onRefused(error)
        return events
      }
    },
  }
}

const patternFree = (request: ModelRequest): ModelRequest => ({
  ...request,
  tools: request.tools.map((tool) => {
    const { inputSchema } = tool
    return isSchema(inputSchema) ? { ...tool, inputSchema: withoutPatterns(inputSchema) } : tool
  }),
})
