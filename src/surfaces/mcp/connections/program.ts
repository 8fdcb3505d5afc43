export function programOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, MAX_NAME_LENGTH)
  const [first = ''] = text.trim().split(/[/\s]/, 1)
  if (first !== 'Mozilla') return first
  const products = text.match(/(?<![(\w])[\w.-]+(?=\/)/g) ?? []
  return products.findLast((product) => !OF_BROWSERS.has(product)) ?? first
}

const MAX_NAME_LENGTH = 512
const OF_BROWSERS: ReadonlySet<string> = new Set([
  'Mozilla',
  'AppleWebKit',
  'Gecko',
  'Chrome',
  'Electron',
  'Safari',
])
