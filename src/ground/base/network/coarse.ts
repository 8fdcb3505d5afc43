import { isIPv4 } from 'node:net'

/** The network of an address, such as `203.0.113.0/24`: it identifies a region but no household. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  if (isIPv4(mapped)) return `${mapped.split('.').slice(0, 3).join('.')}.0/24`
  const groups = wholeGroups(mapped.split('%')[0]!)
  const first = groups.slice(0, 3).map((group) => Number.parseInt(group, 16).toString(16))
  return `${first
    .join(':')
    .replace(/(:0)+$/, '')
    .replace(/^0$/, '')}::/48`
}

function wholeGroups(address: string): string[] {
  const [before = '', after] = address.split('::')
  const [head, tail] = [before, after ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  if (after === undefined) return head!
  const missing = 8 - head!.length - tail!.length
  return [...head!, ...Array.from({ length: Math.max(missing, 0) }, () => '0'), ...tail!]
}
