import type { ContentPart } from './model.ts'
import type { ProviderName } from './provider-name.ts'

const IMAGES = ['image/png', 'image/jpeg', 'image/webp']

/** Which files models take, beside text. What isn't listed is told to the model as a note. */
const TAKEN: Record<ProviderName, ReadonlySet<string>> = {
  compatible: new Set([...IMAGES, 'image/gif']),
  openai: new Set([...IMAGES, 'image/gif', 'application/pdf']),
  anthropic: new Set([...IMAGES, 'image/gif', 'application/pdf']),
  google: new Set([
    ...IMAGES,
    'image/heic',
    'image/heif',
    'application/pdf',
    'audio/wav',
    'audio/mpeg',
    'audio/mp3',
    'audio/aac',
    'audio/ogg',
    'audio/flac',
    'video/mp4',
    'video/webm',
  ]),
}

/** The part as the provider's models can take it: a file they can't look at becomes a sentence about it. */
export const takenPart = (provider: ProviderName, part: ContentPart): ContentPart =>
  part.type === 'text' || TAKEN[provider].has(part.mediaType) ? part : { type: 'text', text: noteOn(part) }

/** What a model reads in place of a file. */
const noteOn = ({ filename, mediaType, data }: Extract<ContentPart, { type: 'file' }>): string =>
  `[Attached file: ${filename ?? 'unnamed'} (${mediaType}, ${data.byteLength} bytes)]`
