import { stat } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url)).replaceAll('\\', '/')

/**
 * Reduces the server's contracts for pages to the parts that a call needs: the address of each route.
 * TypeScript sees the whole contract, so pages are checked against it, and its schemas with their library
 * stay out of the browser.
 */
export const contracts = (): Plugin => ({
  name: 'contracts',
  enforce: 'pre',
  async load(id) {
    const [path] = id.split('?') as [string]
    if (!path.startsWith(SOURCES) || !path.endsWith('/contract.ts')) return null
    // The address contains the file's time, otherwise a development server would keep the first loaded version.
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

/** @throws Error when it is no route: pages get nothing else of a contract. */
function addressIn(route: unknown, name: string): { method: string; base: string; path: string } {
  const { method, base, path } = Object(route) as Record<string, unknown>
  if (typeof method === 'string' && typeof base === 'string' && typeof path === 'string')
    return { method, base, path }
  throw new Error(`${name} is no route; a contract that pages import exports routes only`)
}
