import type { ContentEncoding } from './assets.ts'

export function chooseEncoding(
  accept: string | undefined,
  available: readonly ContentEncoding[],
): ContentEncoding | null {
  const accepted = new Map(
    (accept ?? '').split(',').map((item) => {
      const [name, ...parameters] = item.trim().toLowerCase().split(';')
      const q = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
      return [name!.trim(), q === undefined ? 1 : Number(q)] as const
    }),
  )
  const isAccepted = (name: string) => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0
  return (['br', 'gzip'] as const).find((name) => available.includes(name) && isAccepted(name)) ?? null
}
