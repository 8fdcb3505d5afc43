import { registerHooks, type ResolveFnOutput, type ResolveHookContext } from 'node:module'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A missing module that code in a Hub's folder imports. */
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
  /** Real path of the Hub's folder. */
  root: string
  /** The address under which a file of the Hub is imported now. */
  addressOf(file: string): string
  /** A file of the Hub imports another, which may be missing. Called before the other is read. */
  onImport(importer: string, imported: string): void
}

/**
 * Changes how modules in a Hub's folder resolve imports, in this process:
 * - `hub-service` and `zod` are always this program's own, so that schemas and tools have the same types everywhere;
 * - the Hub's own files carry their version in the address. Node keeps a module for good under its address, so a
 *   changed file, and every file that imports it, needs a new one;
 * - they are always ES modules, in spite of any package.json around them: an error in a module that Node treats as CommonJS would later end the whole process.
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

/** Run from source, the package has no build to name; its own imports map does. */
const PUBLIC_ENTRY = import.meta.url.endsWith('.ts') ? '#index.ts' : 'hub-service'

const asOurs = (context: ResolveHookContext): ResolveHookContext => ({
  ...context,
  parentURL: import.meta.url,
})

const isPath = (specifier: string): boolean => /^\.{0,2}\//.test(specifier)

/** The path of a module in the Hub's folder, or null for any other. Packages installed there are not the Hub's own. */
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
