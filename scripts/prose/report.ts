import { GOALS, type Kind, type Limits } from './limits.ts'
import { addMeasure, MARKERS, noCounts, type Marker, type Measure } from './markers.ts'
import type { MeasuredFile } from './measure-tree.ts'

const WORST_FILES = 10
const PER_WORDS = 1000

export interface Report {
  lines: string[]
  problems: string[]
}

export function reportProse(files: readonly MeasuredFile[], limits: Readonly<Record<Kind, Limits>>): Report {
  const lines: string[] = []
  const problems: string[] = []
  for (const kind of Object.keys(limits) as Kind[]) {
    const ofKind = files.filter((file) => file.kind === kind)
    const sum: Measure = { words: 0, counts: noCounts() }
    for (const file of ofKind) addMeasure(sum, file)
    lines.push(`${kind}: ${sum.words} words`)
    for (const marker of MARKERS) {
      const rate = rateOf(sum, marker)
      const limit = limits[kind][marker]
      lines.push(`  ${marker} ${rate.toFixed(1)} per 1,000 words (limit ${limit}, goal ${GOALS[marker]})`)
      if (rate > limit)
        problems.push(
          `${kind}: ${rate.toFixed(2)} of marker “${marker}” per 1,000 words exceed ${limit}; see docs/style.md`,
        )
    }
    lines.push(...worstOf(ofKind))
  }
  return { lines, problems }
}

const rateOf = ({ words, counts }: Measure, marker: Marker): number =>
  words === 0 ? 0 : (counts[marker] * PER_WORDS) / words

function worstOf(files: readonly MeasuredFile[]): string[] {
  const excess = ({ words, counts }: MeasuredFile) =>
    MARKERS.reduce(
      (sum, marker) => sum + Math.max(0, counts[marker] - (words * GOALS[marker]) / PER_WORDS),
      0,
    )
  return files
    .map((file) => ({ file, markers: Math.round(excess(file)) }))
    .filter(({ markers }) => markers > 0)
    .toSorted((a, b) => b.markers - a.markers || (a.file.path < b.file.path ? -1 : 1))
    .slice(0, WORST_FILES)
    .map(({ file, markers }) => `    ${file.path}: ${markers} beyond the goals, in ${file.words} words`)
}
