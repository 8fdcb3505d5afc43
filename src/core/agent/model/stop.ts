import type { ModelEvent } from './model.ts'

/** Reads and drops the text after the stop sequence, so that the usage is complete. */
export async function* endAtStop(
  events: AsyncIterable<ModelEvent>,
  stops: readonly string[],
): AsyncGenerator<ModelEvent> {
  const cutter = createStopCutter(stops)
  for await (const event of events) {
    if (event.type === 'text') {
      const text = cutter.push(event.text)
      if (text) yield { type: 'text', text }
    } else if (event.type === 'finish') {
      const rest = cutter.rest()
      if (rest) yield { type: 'text', text: rest }
      yield cutter.stopped() && event.reason !== 'aborted' ? { ...event, reason: 'stop' } : event
    } else if (!cutter.stopped()) yield event
  }
}

/** Buffers only text that may start a stop sequence. */
export function createStopCutter(stops: readonly string[]) {
  const wanted = stops.filter((stop) => stop !== '')
  let held = ''
  let stopped = false
  return {
    push(text: string): string {
      if (stopped) return ''
      held += text
      const at = firstIndex(held, wanted)
      if (at !== -1) {
        stopped = true
        const shown = held.slice(0, at)
        held = ''
        return shown
      }
      const keep = beginningAtEnd(held, wanted)
      const shown = held.slice(0, held.length - keep)
      held = held.slice(held.length - keep)
      return shown
    },
    rest(): string {
      const rest = held
      held = ''
      return rest
    },
    stopped: () => stopped,
  }
}

const firstIndex = (text: string, stops: readonly string[]): number =>
  stops.reduce((first, stop) => {
    const at = text.indexOf(stop)
    return at !== -1 && (first === -1 || at < first) ? at : first
  }, -1)

export const beginningAtEnd = (text: string, stops: readonly string[]): number => {
  const longest = Math.max(0, ...stops.map((stop) => stop.length - 1))
  for (let length = Math.min(longest, text.length); length > 0; length--)
    if (stops.some((stop) => stop.startsWith(text.slice(text.length - length)))) return length
  return 0
}
