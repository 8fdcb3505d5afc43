import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kind } from './limits.ts'
import { addMeasure, measure, noCounts, type Measure } from './markers.ts'
import { readComments } from './read-comments.ts'
import { readDocs } from './read-docs.ts'
import { readInterface } from './read-interface.ts'

export interface MeasuredFile extends Measure {
  path: string
  kind: Kind
}

const CODE = ['{src,web,bin,scripts}/**/*.{ts,tsx,mjs}']
const PAGES = ['*.md', 'docs/**/*.md']
const EXCLUDED = ['web/dist/**', '**/*.test.{ts,tsx}', 'CHANGELOG.md', 'docs/{style,traceability}.md']
const OTHER_LANGUAGES = /\/languages\/(?:ar|de|zh)\b/u

export function measureTree(root: string): MeasuredFile[] {
  const list = (patterns: string[]) =>
    globSync(patterns, { cwd: root, exclude: EXCLUDED })
      .map((path) => path.replaceAll('\\', '/'))
      .toSorted()
      .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }))
  const measured = (kind: Kind, path: string, texts: readonly string[]): MeasuredFile => {
    const sum: MeasuredFile = { path, kind, words: 0, counts: noCounts() }
    for (const text of texts) addMeasure(sum, measure(text))
    return sum
  }
  const code = list(CODE).flatMap(({ path, source }) => [
    measured(
      'comments',
      path,
      readComments(path, source).map(({ text }) => text),
    ),
    ...(/^(?:src|web)\//u.test(path) && !OTHER_LANGUAGES.test(path)
      ? [measured('interface', path, readInterface(path, source))]
      : []),
  ])
  return [...code, ...list(PAGES).map(({ path, source }) => measured('docs', path, readDocs(source)))]
}
