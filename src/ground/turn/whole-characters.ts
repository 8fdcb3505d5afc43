type Kind = 'text' | 'reasoning'

/**
 * Joins surrogate pairs split between events: readers outside JavaScript reject half a pair. Unpaired halves become
 * U+FFFD.
 */
export async function* wholeCharacters<E extends { type: string }>(
  events: AsyncIterable<E | { type: Kind; text: string }>,
): AsyncGenerator<E | { type: Kind; text: string }> {
  const held: Record<Kind, string> = { text: '', reasoning: '' }
  function* rest(): Generator<{ type: Kind; text: string }> {
    for (const type of ['reasoning', 'text'] as const) {
      const half = held[type]
      held[type] = ''
      if (half !== '') yield { type, text: half.toWellFormed() }
    }
  }
  try {
    for await (const event of events) {
      if (isPiece(event)) {
        const joined = held[event.type] + event.text
        const half = /[\ud800-\udbff]$/.exec(joined)?.[0] ?? ''
        held[event.type] = half
        const text = joined.slice(0, joined.length - half.length).toWellFormed()
        if (text === event.text) yield event
        else if (text !== '') yield { ...event, text }
        continue
      }
      if (event.type === 'finish') yield* rest()
      yield event
    }
    yield* rest()
  } catch (error) {
    yield* rest()
    throw error
  }
}

const isPiece = (event: { type: string }): event is { type: Kind; text: string } =>
  event.type === 'text' || event.type === 'reasoning'
