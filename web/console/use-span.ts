import { useMemo } from 'react'
import { spanOf, type Span, type SpanSearch } from './span.ts'

/** The time range of an address; "now" stays the moment at which the range was chosen, so that pages fit together. */
export const useSpan = ({ range, since, until }: SpanSearch): Span =>
  useMemo(() => spanOf({ range, since, until }, new Date()), [range, since, until])
