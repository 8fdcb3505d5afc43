// Node does not run JSX: Vite's compiler transforms components, as for the pages.
import { readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

let transform

registerHooks({
  load(url, context, next) {
    // Loads no styles, because they have no effect without a browser.
    if (url.endsWith('.css')) return { format: 'module', source: '', shortCircuit: true }
    if (!url.endsWith('.tsx')) return next(url, context)
    const path = fileURLToPath(url)
    transform ??= createRequire(import.meta.resolve('vite'))('rolldown/utils').transformSync
    const { code, errors } = transform(path, readFileSync(path, 'utf8'), { jsx: { runtime: 'automatic' } })
    if (errors.length > 0) throw errors[0]
    return { format: 'module', source: code, shortCircuit: true }
  },
})
