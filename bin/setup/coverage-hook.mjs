// Must be loaded first in a measured process, because it instruments only sources that load later.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { coverageHere, isSource } from './measured.mjs'

const coverage = coverageHere()

if (coverage) {
  const { instrument } = await import('./instrument.mjs')
  registerHooks({
    load(url, context, next) {
      const path = url.startsWith('file:') ? fileURLToPath(url) : ''
      if (!isSource(path, coverage)) return next(url, context)
      const { code } = instrument(path, readFileSync(path, 'utf8'), coverage.written)
      const format = path.endsWith('.ts') ? 'module-typescript' : 'module'
      return { format, source: code, shortCircuit: true }
    },
  })
}
