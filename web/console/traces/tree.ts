import type { TraceSpan } from '#core/traces/schema.ts'

export interface PlacedSpan {
  span: TraceSpan
  /** Level in the tree; 0 if no parent is recorded. */
  depth: number
  below: number
  failedBelow: number
}

export function orderSpans(spans: readonly TraceSpan[]): PlacedSpan[] {
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
      const item: PlacedSpan = { span, depth, below: 0, failedBelow: 0 }
      placed.push(item)
      const from = placed.length
      place(span.span_id, depth + 1)
      item.below = placed.length - from
      item.failedBelow = placed.slice(from).filter((inner) => inner.span.failed).length
    }
  }
  place('', 0)
  // Spans in a cycle of parents are appended at the top level.
  for (const span of spans)
    if (!seen.has(span.span_id)) placed.push({ span, depth: 0, below: 0, failedBelow: 0 })
  return placed
}

export function unfoldTree(placed: readonly PlacedSpan[], folded: ReadonlySet<string>): PlacedSpan[] {
  const shown: PlacedSpan[] = []
  for (let index = 0; index < placed.length; index++) {
    const item = placed[index]!
    shown.push(item)
    if (folded.has(item.span.span_id)) index += item.below
  }
  return shown
}

export function searchTree(
  placed: readonly PlacedSpan[],
  wanted: string,
): { shown: PlacedSpan[]; found: string[] } {
  const needle = wanted.trim().toLowerCase()
  if (needle === '') return { shown: [...placed], found: [] }
  const isFound = ({ span: { name, service, attributes } }: PlacedSpan) =>
    `${name}\n${service}\n${Object.values(attributes).map(String).join('\n')}`.toLowerCase().includes(needle)
  const found = placed.filter(isFound)
  const wantedIds = new Set(found.map(({ span }) => span.span_id))
  const shown = placed.filter(
    (item, index) =>
      wantedIds.has(item.span.span_id) ||
      placed.slice(index + 1, index + 1 + item.below).some(({ span }) => wantedIds.has(span.span_id)),
  )
  return { shown, found: found.map(({ span }) => span.span_id) }
}

export function findAncestors(placed: readonly PlacedSpan[], id: string): string[] {
  const at = placed.findIndex(({ span }) => span.span_id === id)
  return placed
    .filter((item, index) => index < at && index + item.below >= at)
    .map(({ span }) => span.span_id)
}
