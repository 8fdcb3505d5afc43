import { processTurns } from '#ground/base/turn-budget.ts'
import type { ModelEvent } from '../model.ts'
import type { ModelWire } from '../wire.ts'
import type { ToolDialect } from './dialects.ts'
import { withoutRefusedPatterns } from './refused-patterns.ts'
import { withoutRefusedTools } from './refused-tools.ts'
import { createToolWriter, type WrittenTools } from './written-tools.ts'

interface RefusalListener {
  tool(name: string, error: unknown): void
  patterns(error: unknown): void
}

export function wireInDialect(wire: ModelWire, dialect: ToolDialect, onRefused: RefusalListener): ModelWire {
  const writer = createToolWriter(dialect)
  const accepting = withoutRefusedTools(withoutRefusedPatterns(wire, onRefused.patterns), onRefused.tool)
  return {
    async open(request, listener, stop) {
      if (request.tools.length === 0) return wire.open(request, listener, stop)
      await writer.prepare(request.tools, processTurns)
      const written = writer.write(request.tools)
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
