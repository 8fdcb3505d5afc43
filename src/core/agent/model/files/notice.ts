import { cutText } from '#ground/base/cut-text.ts'
import type { FilePart } from '../model.ts'
import type { LeftOut, Why } from './fit-files.ts'
import { kindOf, type FileKind } from './kinds.ts'
import type { FileLimits } from './limits.ts'

/**
 * One line for the person whose newest message holds files that the model doesn't get: which, and why. Pure.
 *
 * @param canOpen Whether the model has the tool that reads documents.
 * @returns Null when nothing new was left out.
 */
export function noticeOf(
  leftOut: readonly LeftOut[],
  { limits, canOpen }: { limits: FileLimits; canOpen: boolean },
): string | null {
  const missed = leftOut.filter(({ isNew }) => isNew).toReversed()
  const sentences = missed.flatMap((one) => sentenceOn(one, { limits, canOpen }) ?? [])
  const byWords = Map.groupBy(sentences, ({ words }) => words)
  const lines = [...byWords].map(([, alike]) => alike[0]!.say(alike.map(({ name }) => name)))
  const more = lines.length - MAX_SENTENCES
  if (more > 0) lines.splice(MAX_SENTENCES, more, `Of ${more} more files the model only got the names.`)
  return lines.length === 0 ? null : `_${lines.join(' ')}_`
}

interface Sentence {
  name: string
  /** The same for files that share a sentence. */
  words: string
  say(names: readonly string[]): string
}

/** Null where the model gets the whole text, or can read it by a tool. */
function sentenceOn(
  { part, why }: LeftOut,
  { limits, canOpen }: { limits: FileLimits; canOpen: boolean },
): Sentence | null {
  const name = nameOf(part)
  const { contents } = part
  if (contents && !('isMedia' in contents)) {
    if ('problem' in contents) return alone(name, `${name} was not read. ${contents.problem}`)
    const { omitted, canReadRest, text } = contents
    if (omitted === 0 || canReadRest) return null
    const all = text.length + omitted
    return alone(name, `Only the first ${text.length} of ${all} characters of ${name} reach the model.`)
  }
  const kind = kindOf(part.mediaType)
  if (kind === null || (kind === 'pdf' && canOpen)) return null
  const reason = reasonOf({ part, why }, kind, limits)
  const advice = ADVICE[why] ?? ''
  return {
    name,
    words: reason,
    say: (names) =>
      `${reason}, so ${why === 'damaged' ? 'the model' : 'it'} only got the ${names.length === 1 ? 'name' : 'names'} of ${listed(names)}.${advice}`,
  }
}

const alone = (name: string, words: string): Sentence => ({ name, words, say: () => words })

const MAX_SENTENCES = 5
const MAX_NAMES = 5
const MAX_NAME_CHARACTERS = 80

/** As code: markdown in the name of a file stays text. */
const nameOf = ({ filename, mediaType }: FilePart): string =>
  `\`${cutText((filename ?? mediaType).replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').replaceAll('`', '’'), MAX_NAME_CHARACTERS)}\``

const listed = (names: readonly string[]): string => {
  const more = names.length - MAX_NAMES
  const shown = more > 0 ? [...names.slice(0, MAX_NAMES), `${more} more`] : names
  return shown.length === 1 ? shown[0]! : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

function reasonOf({ part, why }: Pick<LeftOut, 'part' | 'why'>, kind: FileKind, limits: FileLimits): string {
  switch (why) {
    case 'kind':
    case 'contents':
      return `This model can’t ${ABILITIES[kind]}`
    case 'format':
      return `This model can’t ${ABILITIES[kind]} of type ${formatOf(part)}`
    case 'damaged':
      return 'A picture is damaged, or its file holds no picture'
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
  damaged: ' Another copy of the picture may work.',
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
