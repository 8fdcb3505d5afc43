import type { TraceSpan } from '#core/traces/schema.ts'

export interface PlacedSpan {
  span: TraceSpan
  /** 0 for spans whose parent nobody recorded. */
  depth: number
}

/** Spans in reading order: each under the one it is a part of, siblings by their beginning. Pure. */
export function inOrder(spans: readonly TraceSpan[]): PlacedSpan[] {
  const known = new Set(spans.map(({ span_id }) => span_id))
  const below = Map.groupBy(spans, ({ parent_span_id: parent }) =>
    parent !== null && known.has(parent) ? parent : '',
  )
  const placed: PlacedSpan[] = []
  const seen = new Set<string>()
  const place = (parent: string, depth: number) => {
    for (const span of (below.get(parent) ?? []).toSorted((a, b) => a.offset_ms - b.offset_ms)) {
      if (seen.has(span.span_id)) continue
      seen.add(span.span_id)
      placed.push({ span, depth })
      place(span.span_id, depth + 1)
    }
  }
  place('', 0)
  // Spans that name each other as parents hang under nothing.
  for (const span of spans) if (!seen.has(span.span_id)) placed.push({ span, depth: 0 })
  return placed
}
