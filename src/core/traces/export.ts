import type { Clock } from '#ground/base/clock.ts'
import type { EndedSpan } from '#ground/base/trace/span.ts'
import type { Forwarder } from './forward.ts'
import { encodeSpans } from './otlp/encode.ts'

export interface SpanExporter extends AsyncDisposable {
  /** Exported within a second, together with other spans. */
  add(span: EndedSpan): void
}

const SEND_EVERY_MS = 1000
const SPAN_BATCH_SIZE = 512

/** Close the exporter before the forwarder, because the exporter then sends its remaining spans to the forwarder. */
export function createSpanExporter(deps: {
  forwarder: Pick<Forwarder, 'offer'>
  clock: Pick<Clock, 'sleep'>
  version: string
}): SpanExporter {
  const { forwarder, clock, version } = deps
  let noted: EndedSpan[] = []
  let isScheduled = false
  const closed = new AbortController()

  const hand = () => {
    if (noted.length === 0) return
    const spans = noted
    noted = []
    forwarder.offer({ type: 'json', body: encodeSpans(spans, version), count: spans.length })
  }
  return {
    add(span) {
      noted.push(span)
      if (noted.length >= SPAN_BATCH_SIZE) return hand()
      if (isScheduled) return
      isScheduled = true
      clock.sleep(SEND_EVERY_MS, closed.signal).then(
        () => {
          isScheduled = false
          hand()
        },
        () => {},
      )
    },
    async [Symbol.asyncDispose]() {
      closed.abort()
      hand()
    },
  }
}
