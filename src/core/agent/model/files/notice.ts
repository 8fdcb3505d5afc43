import type { Language } from '#ground/turn/language/language.ts'
import { numberIn } from '#ground/turn/language/formats.ts'
import { sentencesIn } from '#ground/turn/language/sentences.ts'
import { cutText } from '#ground/base/cut-text.ts'
import type { FilePart } from '../model.ts'
import type { LeftOut, LeftOutReason } from './fit-files.ts'
import { modelFileKind, type ModelFileKind } from './kinds.ts'
import type { FileLimits } from './limits.ts'

/** Null if the model receives all new files. */
export function fileNotice(leftOut: readonly LeftOut[], about: NoticeFacts): string | null {
  const missed = leftOut.filter(({ isNew }) => isNew).toReversed()
  const sentences = missed.flatMap((one) => sentenceOn(one, about) ?? [])
  const byWords = Map.groupBy(sentences, ({ words }) => words)
  const lines = [...byWords].map(([, alike]) => alike[0]!.textFor(alike.map(({ name }) => name)))
  const more = lines.length - MAX_SENTENCES
  if (more > 0) lines.splice(MAX_SENTENCES, more, sentencesIn(about.language).leftOut.moreFiles(more))
  return lines.length === 0 ? null : `_${lines.join(' ')}_`
}

interface NoticeFacts {
  limits: FileLimits
  canOpen: boolean
  language: Language
}

interface Sentence {
  name: string
  words: string
  textFor(names: readonly string[]): string
}

function sentenceOn({ part, why }: LeftOut, { limits, canOpen, language }: NoticeFacts): Sentence | null {
  const words = sentencesIn(language).leftOut
  const name = nameOf(part)
  const { contents } = part
  if (contents && !('isMedia' in contents)) {
    if ('problem' in contents) return sentenceForOne(name, words.unread(name, contents.problem))
    const { omitted, canReadRest, text } = contents
    if (omitted === 0 || canReadRest) return null
    return sentenceForOne(name, words.inPart(name, text.length, text.length + omitted))
  }
  const kind = modelFileKind(part.mediaType)
  if (kind === null || (kind === 'pdf' && canOpen)) return null
  const reason = reasonOf({ part, why }, kind, { limits, language })
  const advice = ADVICE[why] ? ` ${words[ADVICE[why]]}` : ''
  return {
    name,
    words: reason,
    textFor: (names) =>
      words.onlyNames(reason, names.slice(0, MAX_NAMES), Math.max(0, names.length - MAX_NAMES)) + advice,
  }
}

const sentenceForOne = (name: string, words: string): Sentence => ({ name, words, textFor: () => words })

const MAX_SENTENCES = 5
const MAX_NAMES = 5
const MAX_NAME_CHARACTERS = 80

/** Formats the name as code, so that Markdown in it has no effect. */
const nameOf = ({ filename, mediaType }: FilePart): string =>
  `\`${cutText((filename ?? mediaType).replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').replaceAll('`', '’'), MAX_NAME_CHARACTERS)}\``

function reasonOf(
  { part, why }: Pick<LeftOut, 'part' | 'why'>,
  kind: ModelFileKind,
  { limits, language }: Pick<NoticeFacts, 'limits' | 'language'>,
): string {
  const words = sentencesIn(language).leftOut
  const megabytes = (bytes: number) => `${numberIn(language, bytes / 1024 / 1024, ONE_DECIMAL)} MB`
  switch (why) {
    case 'kind':
    case 'contents':
      return words.kind(words.kinds[kind])
    case 'format':
      return words.format(words.kinds[kind], formatOf(part))
    case 'damaged':
      return words.damaged
    case 'bytes':
      return words.bytes(megabytes(part.data.byteLength), megabytes(limits.imageBytes!))
    case 'side':
      return words.side(limits.imageSide!)
    case 'count':
    case 'total':
    case 'refused':
      return words[why]
  }
}

const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

const ADVICE: Partial<Record<LeftOutReason, 'otherCopy' | 'otherFormat' | 'smaller'>> = {
  damaged: 'otherCopy',
  format: 'otherFormat',
  bytes: 'smaller',
  side: 'smaller',
}

const formatOf = ({ mediaType }: LeftOut['part']): string =>
  mediaType
    .replace(/^\w+\/(?:x-|vnd\.)?/, '')
    .replace(/\+.*$/, '')
    .toUpperCase()
