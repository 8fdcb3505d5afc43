import { FILE_KINDS, type ModelFileKind } from '../files/kinds.ts'
import type { RequestRefusal } from './error-text.ts'

export type FileRefusal =
  | { refuses: 'kinds'; kinds: readonly ModelFileKind[] }
  | { refuses: 'count'; most: number }
  | { refuses: 'some'; kinds: readonly ModelFileKind[] }

export function findRefusedFiles(
  { text }: Pick<RequestRefusal, 'text'>,
  sent: ReadonlyMap<ModelFileKind, number>,
): FileRefusal | null {
  const kinds = FILE_KINDS.filter((kind) => (sent.get(kind) ?? 0) > 0)
  if (kinds.length === 0) return null
  const named = kinds.filter((kind) => new RegExp(NOUNS[kind], 'i').test(text))
  const most = mostPictures(text)
  if (most !== null && most < (sent.get('image') ?? 0)) return { refuses: 'count', most }
  if (!ABOUT_ONE_FILE.test(text)) {
    const refused = kinds.filter((kind) => isRefused(kind, text))
    if (refused.length > 0) return { refuses: 'kinds', kinds: refused }
    if (TEXT_ONLY.test(text)) return { refuses: 'kinds', kinds }
  }
  return { refuses: 'some', kinds: named.length > 0 ? named : kinds }
}

const NOUNS: Readonly<Record<ModelFileKind, string>> = {
  image: '(?:images?|image_urls?|input_image|vision|visual|pictures?|multi-?modal(?:ity)?|mmproj)',
  pdf: '(?:pdfs?|documents?|files?|input_file)',
  audio: '(?:audio|input_audio|speech|sound)',
  video: '(?:videos?|video_url)',
}

const isRefused = (kind: ModelFileKind, text: string): boolean => {
  const noun = `(?<![a-z])${NOUNS[kind]}(?![a-z])`
  return [
    `${noun}[^.]{0,60}(?:(?:is|are) (?:only )?(?:not|un)|not (?:currently |yet )?(?:support|allow|enabled|available|accept|configured)|unsupported|isn.t|aren.t|n.t support|only supported by|not compiled)`,
    `(?:not|n.t|no|cannot|unable to|without|lacks?|un)[ -]?(?:\\w+ ){0,4}?(?:support(?:ed|s|ing)?|accept|process|take|handle|read|understand|have|allow|configured with|compiled for)\\b[^.]{0,50}${noun}`,
    `(?:unknown variant|unsupported content(?: part)?(?: type)?|invalid content type|invalid (?:part )?type)\\W{0,4}${noun}`,
    `(?:not an?|\\bno) ${noun}`,
    `missing data required for ${noun}`,
    `prompting with ${noun}`,
  ].some((pattern) => new RegExp(pattern, 'i').test(text))
}

const TEXT_ONLY =
  /text[- ]only|only (?:supports? |accepts? |takes? )?(?:plain )?text|content\W{0,3}(?:\w+ ){0,3}(?:must|should) be a (?:valid )?string|input should be a valid string|expected (?:a )?string,? (?:but )?(?:got|received|found)|invalid type: (?:sequence|array|map)|unknown variant|取值范围/i

const ABOUT_ONE_FILE =
  /format|media[ _-]?type|mime|exceed|too (?:large|big|long|small|many)|corrupt|could ?n.t (?:process|decode|download)|could not (?:process|decode|download)|(?:un|not |failed to |cannot |in)(?:able to )?(?:decode|valid image|valid file|readable)|dimension|\bpages?\b|animated|password|encrypted|at most|maximum|\bsize|resolution|appears to be/i

const mostPictures = (text: string): number | null => {
  const found =
    /at most (\d+) (?:image|picture)/i.exec(text) ??
    /(?:up to|maximum(?: number)? of|no more than|max(?:imum)?:?) ?(\d+) images?/i.exec(text) ??
    /too many images\b[^.]*?\. [^.]*?(?:up to|at most|maximum(?: of)?|max:?) ?(\d+)/i.exec(text) ??
    /too many images\b.*?(?:> ?|max(?:imum)?:? ?|limit(?: is| of)? ?)(\d+)/i.exec(text)
  if (found) return Number(found[1])
  const [, most] = (/images?\b|pictures?\b/i.test(text) && FILE_LIMIT_PATTERN.exec(text)) || []
  return most === undefined ? null : Number(most)
}

const FILE_LIMIT_PATTERN =
  /(?:\bonly|\bmax(?:imum)?(?: (?:is|of))?:?|\blimit(?:ed to| is| of)?:?|\bno more than|\bup to) \(?(\d+)\b(?!\.\d| ?(?:[kmg]i?b|bytes?|mega\w+|kilo\w+|px|pixels?|%|tokens?|pages?)\b)/i
