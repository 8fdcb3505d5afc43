import type { LeftOut, Why } from './fit-files.ts'
import { kindOf, type FileKind } from './kinds.ts'
import type { FileLimits } from './limits.ts'

/**
 * One line for the person whose newest message has files that the model doesn't receive. Pure.
 *
 * @param canOpen Whether the model has tools, which open documents.
 * @returns Null when nothing new was left out.
 */
export function noticeOf(
  leftOut: readonly LeftOut[],
  { limits, canOpen }: { limits: FileLimits; canOpen: boolean },
): string | null {
  const missed = leftOut.filter(({ part, isNew }) => {
    const kind = kindOf(part.mediaType)
    return isNew && kind !== null && !(kind === 'pdf' && canOpen)
  })
  const [first] = missed
  if (!first) return null
  const names = missed.length === 1 ? 'the file’s name' : 'the files’ names'
  return `_${reasonOf(first, limits)}, so it only got ${names}.${ADVICE[first.why] ?? ''}_`
}

function reasonOf({ part, why }: LeftOut, limits: FileLimits): string {
  const kind = kindOf(part.mediaType)!
  switch (why) {
    case 'kind':
      return `This model can’t ${ABILITIES[kind]}`
    case 'format':
      return `This model can’t ${ABILITIES[kind]} of type ${formatOf(part)}`
    case 'bytes':
      return `A picture is too large for this model (${megabytes(part.data.byteLength)}, of at most ${megabytes(limits.imageBytes!)})`
    case 'side':
      return `A picture has too many pixels for this model (at most ${limits.imageSide} a side)`
    case 'count':
      return 'There are more pictures than this model takes at once'
    case 'total':
      return 'The files are larger than what this model takes at once'
    case 'refused':
      return 'The model’s provider refused a file'
  }
}

const ABILITIES: Readonly<Record<FileKind, string>> = {
  image: 'look at pictures',
  pdf: 'read PDF files',
  audio: 'listen to audio',
  video: 'watch videos',
}

const ADVICE: Partial<Record<Why, string>> = {
  format: ' A JPEG or PNG file would work.',
  bytes: ' A smaller picture would work.',
  side: ' A smaller picture would work.',
}

const formatOf = ({ mediaType }: LeftOut['part']): string =>
  mediaType
    .replace(/^\w+\/(?:x-|vnd\.)?/, '')
    .replace(/\+.*$/, '')
    .toUpperCase()

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`
