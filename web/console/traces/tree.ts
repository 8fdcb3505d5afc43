import type { TraceSpan } from '#core/traces/schema.ts'

export interface TreeSpan {
  span: TraceSpan
  /** Level in the tree; 0 if no parent is recorded. */
  depth: number
  below: number
  failedBelow: number
}

export function orderSpans(spans: readonly TraceSpan[]): TreeSpan[] {
  const known = new Set(spans.map(({ span_id }) => span_id))
  const below = Map.groupBy(spans, ({ parent_span_id: parent }) =>
    parent !== null && known.has(parent) ? parent : '',
  )
  const ordered: TreeSpan[] = []
  const seen = new Set<string>()
  const appendChildren = (parent: string, depth: number) => {
    for (const span of (below.get(parent) ?? []).toSorted((a, b) => a.offset_ms - b.offset_ms)) {
      if (seen.has(span.span_id)) continue
      seen.add(span.span_id)
      const item: TreeSpan = { span, depth, below: 0, failedBelow: 0 }
      ordered.push(item)
      const from = ordered.length
      appendChildren(span.span_id, depth + 1)
      item.below = ordered.length - from
      item.failedBelow = ordered.slice(from).filter((inner) => inner.span.failed).length
    }
  }
  appendChildren('', 0)
  // Spans in a cycle of parents are appended at the top level.
  for (const span of spans)
    if (!seen.has(span.span_id)) ordered.push({ span, depth: 0, below: 0, failedBelow: 0 })
  return ordered
}

export function unfoldTree(placed: readonly TreeSpan[], folded: ReadonlySet<string>): TreeSpan[] {
  const shown: TreeSpan[] = []
  for (let index = 0; index < placed.length; index++) {
    const item = placed[index]!
    shown.push(item)
    if (folded.has(item.span.span_id)) index += item.below
  }
  return shown
}

export function searchTree(
  placed: readonly TreeSpan[],
  wanted: string,
): { shown: TreeSpan[]; found: string[] } {
  const needle = wanted.trim().toLowerCase()
  if (needle === '') return { shown: [...placed], found: [] }
  const isFound = ({ span: { name, service, attributes } }: TreeSpan) =>
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

export function findAncestors(placed: readonly TreeSpan[], id: string): string[] {
  const at = placed.findIndex(({ span }) => span.span_id === id)
  return placed
    .filter((item, index) => index < at && index + item.below >= at)
    .map(({ span }) => span.span_id)
}
