export const MARKERS = ['person', 'speech', 'motion', 'pronoun', 'opening'] as const

export type Marker = (typeof MARKERS)[number]

export type Counts = Record<Marker, number>

export interface Measure {
  words: number
  counts: Counts
}

/** `speech` and `motion` exclude imperatives at the start of a clause. */
const PATTERNS: Readonly<Record<Marker, RegExp>> = {
  person: /\b(?:some|no)body\b|\bwho(?:ever|m|se)\b|\bwh(?:at|ich)ever\b/giu,
  speech:
    /\b(?:tells|told|says|said|hears|heard|asks|asked|(?<!^|[.!?:]\s|, or\s|, then\s|\n\n)(?:tell|say|hear|ask))\b/giu,
  motion:
    /\b(?:stands|lies|goes|gone|comes|came|(?<!^|[.!?:]\s|, or\s|, then\s|\n\n)(?:stand|lie|go|come))\b/giu,
  pronoun: /\b(?:ones|others|(?<!each )(?:one|other)(?! another| by one)(?=(?:\s+(?<next>\p{L}+))?))\b/giu,
  opening: /(?<=^|[.!?]\s|\n\n)(?:what|who|whoever|where|that)\b(?![^.!?]*\?)/giu,
}

const NOT_A_NOUN = new Set(
  'a about after all also and are as at be because before but by can could did do does down each for from goes had has have if in into is it may might more must not nothing off on only or out over so than that the then they this to too under until up was were what when where which while who whose will with without would'.split(
    ' ',
  ),
)

export const noCounts = (): Counts => ({ person: 0, speech: 0, motion: 0, pronoun: 0, opening: 0 })

export function addMeasure(sum: Measure, { words, counts }: Measure): void {
  sum.words += words
  for (const marker of MARKERS) sum.counts[marker] += counts[marker]
}

export function measure(text: string): Measure {
  const plain = withoutQuotations(text)
  const counts = noCounts()
  for (const marker of MARKERS) counts[marker] = [...plain.matchAll(PATTERNS[marker])].filter(isMarker).length
  return { words: plain.match(/[\p{L}\p{N}][\p{L}\p{N}’'_-]*/gu)?.length ?? 0, counts }
}

const isMarker = ({ groups }: RegExpExecArray) =>
  !groups?.['next'] || NOT_A_NOUN.has(groups['next'].toLowerCase())

function withoutQuotations(text: string): string {
  return text
    .replaceAll(/`[^`]*`/gu, '…')
    .replaceAll(/“[^”]*”|"[^"\n]*"/gu, '…')
    .replaceAll(/\bhttps?:\S+/giu, '…')
}
