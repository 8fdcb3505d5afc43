// Speeds up imports from source: Node would check each file, its link target and its package.json.
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './tree.mjs'

const SOURCES = `${pathToFileURL(join(root, 'src')).href}/`
const PACKAGES = `${pathToFileURL(join(root, 'node_modules')).href}/`

const entries = new Map()
const modules = new Set()

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL: importer = '', conditions } = context
    if (!conditions.includes('import')) return next(specifier, context)
    if (specifier.startsWith('node:')) return { url: specifier, format: 'builtin', shortCircuit: true }
    if (importer.startsWith(SOURCES)) return ownImport(specifier, context, next)
    if (modules.has(importer) && isFile(specifier, '.js')) return asModule(new URL(specifier, importer).href)
    return next(specifier, context)
  },
})

function ownImport(specifier, context, next) {
  const format = 'module-typescript'
  if (isFile(specifier, '.ts'))
    return { url: new URL(specifier, context.parentURL).href, format, shortCircuit: true }
  if (specifier.startsWith('#') && specifier.endsWith('.ts'))
    return { url: SOURCES + specifier.slice(1), format, shortCircuit: true }
  const entry = entries.get(specifier) ?? { ...next(specifier, context), shortCircuit: true }
  if (entry.format === 'module' && entry.url.startsWith(PACKAGES) && entry.url.endsWith('.js'))
    modules.add(entry.url)
  if (!specifier.startsWith('.')) entries.set(specifier, entry)
  return entry
}

function asModule(url) {
  modules.add(url)
  return { url, format: 'module', shortCircuit: true }
}

const isFile = (specifier, extension) =>
  (specifier.startsWith('./') || specifier.startsWith('../')) && specifier.endsWith(extension)
