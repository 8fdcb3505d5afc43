/**
 * What a program calls itself by its `User-Agent`: the name of its first product, without the version; empty when it does
 * not say. Those that pretend to be a browser put their own name last. Pure.
 */
export function programOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, LONGEST)
  const [first = ''] = text.trim().split(/[/\s]/, 1)
  if (first !== 'Mozilla') return first
  const products = text.match(/(?<![(\w])[\w.-]+(?=\/)/g) ?? []
  return products.findLast((product) => !OF_BROWSERS.has(product)) ?? first
}

const LONGEST = 512
const OF_BROWSERS: ReadonlySet<string> = new Set([
  'Mozilla',
  'AppleWebKit',
  'Gecko',
  'Chrome',
  'Electron',
  'Safari',
])
