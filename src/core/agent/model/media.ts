import type { ContentPart } from './model.ts'

/** The part as models can take it: a file they can't look at becomes a sentence about it. */
export const takenPart = (takes: ReadonlySet<string>, part: ContentPart): ContentPart =>
  part.type === 'text' || takes.has(part.mediaType) ? part : { type: 'text', text: noteOn(part) }

/** Text that a model receives in place of a file. */
export const noteOn = ({ filename, mediaType, data }: Extract<ContentPart, { type: 'file' }>): string =>
  `[Attached file: ${filename ?? 'unnamed'} (${mediaType}, ${data.byteLength} bytes)]`
