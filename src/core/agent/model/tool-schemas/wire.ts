import type { ModelEvent } from '../model.ts'
import type { Wire } from '../wire.ts'
import type { ToolDialect } from './dialects.ts'
import { withoutRefusedTools } from './refused-tools.ts'
import { createToolWriter, type WrittenTools } from './written-tools.ts'

/**
 * A wire whose requests carry tools in a provider's dialect, and whose calls have the tools' own names and keys. Tools
 * that the provider still refuses are left out.
 *
 * @param onRefused Receives each such tool with the error that refused it.
 */
export function wireInDialect(
  wire: Wire,
  dialect: ToolDialect,
  onRefused: (tool: string, error: unknown) => void,
): Wire {
  const writerOf = createToolWriter(dialect)
  const accepting = withoutRefusedTools(wire, onRefused)
  return {
    async open(request, listener, stop) {
      if (request.tools.length === 0) return wire.open(request, listener, stop)
      const written = writerOf(request.tools)
      return withOriginalCalls(await accepting.open(written.request(request), listener, stop), written)
    },
  }
}

async function* withOriginalCalls(
  events: AsyncIterable<ModelEvent>,
  { original }: WrittenTools,
): AsyncGenerator<ModelEvent> {
  for await (const event of events)
    yield event.type === 'tool-call' ? { ...event, call: original(event.call) } : event
}
