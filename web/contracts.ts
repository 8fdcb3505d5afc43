import { stat } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url)).replaceAll('\\', '/')

/** Reduces contracts to methods and addresses, so that the schemas stay out of the browser's bundle. */
export const contracts = (): Plugin => ({
  name: 'contracts',
  enforce: 'pre',
  async load(id) {
    const [path] = id.split('?') as [string]
    if (!path.startsWith(SOURCES) || !path.endsWith('/contract.ts')) return null
    // The modification time in the URL bypasses Node's module cache, so that the development server sees changes.
    const { mtimeMs } = await stat(path)
    const routes = (await import(`${pathToFileURL(path).href}?${mtimeMs}`)) as Record<string, unknown>
    return Object.entries(routes)
      .map(
        ([name, route]) =>
          `export const ${name} = ${JSON.stringify(addressIn(route, `${name} of ${path}`))}\n`,
      )
      .join('')
  },
})

/** @throws Error if the export is not a route, because pages may import only routes from a contract. */
function addressIn(route: unknown, name: string): { method: string; base: string; path: string } {
  const { method, base, path } = Object(route) as Record<string, unknown>
  if (typeof method === 'string' && typeof base === 'string' && typeof path === 'string')
    return { method, base, path }
  throw new Error(`${name} is not a route; a contract that pages import exports routes only`)
}
