import { readFileSync } from 'node:fs'
import { instrument, MARKS } from './instrument.mjs'
import { coverageHere, isSource } from './measured.mjs'

export function measuring() {
  const coverage = coverageHere()
  if (!coverage) return {}
  const plugin = {
    name: 'coverage',
    resolveId: (id) => (id === MARKS ? { id, external: true } : null),
    load(path) {
      if (!isSource(path, coverage)) return null
      const { code } = instrument(path, readFileSync(path, 'utf8'), coverage.written)
      return { code, moduleType: 'ts' }
    },
  }
  return { plugins: [plugin] }
}
