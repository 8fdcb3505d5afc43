import { registerHooks, type ResolveFnOutput, type ResolveHookContext } from 'node:module'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export class ModuleMissing extends Error {
  readonly importer: string
  readonly specifier: string
  constructor(importer: string, specifier: string, options: ErrorOptions) {
    super(`cannot find ${specifier}`, options)
    this.name = 'ModuleMissing'
    this.importer = importer
    this.specifier = specifier
  }
}

export interface ResolutionDeps {
  root: string
  addressOf(file: string): string
  /** Called before an imported file is read. The file `imported` may not exist. */
  onImport(importer: string, imported: string): void
}

/**
 * Changes imports of modules in a Hub's folder:
 * - `hub-service` and `zod` are those of this program, so that schemas and tools have equal types.
 * - URLs contain a version: Node caches a module forever by its URL, so a change needs new URLs for it and its
 *   importers.
 * - Files are ES modules, even if a `package.json` says otherwise, because an error in a CommonJS module could end
 *   the process.
 */
export function customizeResolution({ root, addressOf, onImport }: ResolutionDeps): Disposable {
  const hooks = registerHooks({
    resolve(specifier, context, nextResolve) {
      const importer = ownFile(root, context.parentURL)
      if (!importer) return asModule(root, nextResolve(specifier, context))
      if (OURS.test(specifier))
        return nextResolve(specifier.replace('hub-service', PUBLIC_ENTRY), asOurs(context))
      const resolved = resolveOr(
        () => nextResolve(specifier, context),
        (cause) => {
          const wanted = isPath(specifier) ? ownFile(root, new URL(specifier, context.parentURL).href) : null
          if (wanted) onImport(importer, wanted)
          throw new ModuleMissing(importer, specifier, { cause })
        },
      )
      const file = ownFile(root, resolved.url)
      if (!file || !context.conditions.includes('import')) return resolved
      onImport(importer, file)
      return asModule(root, { ...resolved, url: addressOf(file) })
    },
  })
  return { [Symbol.dispose]: () => hooks.deregister() }
}

const OURS = /^(hub-service|zod)(\/|$)/

const PUBLIC_ENTRY = import.meta.url.endsWith('.ts') ? '#index.ts' : './index.js'

const asOurs = (context: ResolveHookContext): ResolveHookContext => ({
  ...context,
  parentURL: import.meta.url,
})

const isPath = (specifier: string): boolean => /^\.{0,2}\//.test(specifier)

function ownFile(root: string, url: string | undefined): string | null {
  if (!url?.startsWith('file:')) return null
  const file = fileURLToPath(url)
  return file.startsWith(root + sep) && !file.includes(join(sep, 'node_modules', sep)) ? file : null
}

function asModule(root: string, resolved: ResolveFnOutput): ResolveFnOutput {
  const file = ownFile(root, resolved.url)
  if (file?.endsWith('.ts')) return { ...resolved, format: 'module-typescript' }
  if (file?.endsWith('.js')) return { ...resolved, format: 'module' }
  return resolved
}

function resolveOr(resolve: () => ResolveFnOutput, missing: (cause: unknown) => never): ResolveFnOutput {
  try {
    return resolve()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    return missing(error)
  }
}
