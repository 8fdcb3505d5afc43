import type { ModelEvent } from '../model.ts'
import type { Wire } from '../wire.ts'
import type { ToolDialect } from './dialects.ts'
import { createToolWriter, type WrittenTools } from './written-tools.ts'

/** A wire whose requests carry tools in a provider's dialect, and whose calls have the tools' own names and keys. */
export function wireInDialect(wire: Wire, dialect: ToolDialect): Wire {
  const writerOf = createToolWriter(dialect)
  return {
    async open(request, listener, stop) {
      if (request.tools.length === 0) return wire.open(request, listener, stop)
      const written = writerOf(request.tools)
      return withOriginalCalls(await wire.open(written.request(request), listener, stop), written)
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
