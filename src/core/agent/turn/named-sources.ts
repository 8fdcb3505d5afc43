import { shortened } from '#ground/base/cut-text.ts'
import type { NamedSource } from '#ground/turn/schema.ts'
import type { Hiding } from '#core/agent/tools/secret-masking.ts'
import type { ToolContext } from '#core/agent/tools/tool.ts'

const MAX_SOURCES = 20
const MAX_LENGTHS = { title: 200, url: 1000, path: 300, text: 500 } as const

export interface NamedSources {
  name: ToolContext['source']
  shown(): NamedSource[] | undefined
}

/** Addresses are untrusted: a source with an invalid or non-web address gets no link. */
export function createNamedSources({ hidden }: Pick<Hiding, 'hidden'>): NamedSources {
  const named: Parameters<ToolContext['source']>[0][] = []
  const written = (text: string | undefined, most: number): string | undefined =>
    shortened(hidden(text ?? '').trim(), most) || undefined
  return {
    name(source) {
      for (const [key, value] of Object.entries(source as unknown as Record<string, unknown>))
        if (key in MAX_LENGTHS && value !== undefined && typeof value !== 'string')
          throw new TypeError(`ctx.source: ${key} must be a text.`)
      if (!source.title?.trim()) throw new TypeError('ctx.source: a source needs a title.')
      if (named.length < MAX_SOURCES) named.push({ ...source })
    },
    shown() {
      const sources = named.map(({ title, url, path, text }): NamedSource => {
        const link = linkOf(url, hidden)
        const [shownPath, shownText] = [written(path, MAX_LENGTHS.path), written(text, MAX_LENGTHS.text)]
        return {
          title: written(title, MAX_LENGTHS.title) ?? '',
          ...(link !== undefined && { url: link }),
          ...(shownPath !== undefined && { path: shownPath }),
          ...(shownText !== undefined && { text: shownText }),
        }
      })
      return sources.length > 0 ? sources : undefined
    },
  }
}

function linkOf(text: string | undefined, hidden: Hiding['hidden']): string | undefined {
  const url = text === undefined ? null : URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  url.username = ''
  url.password = ''
  const isSecret = [url.href, decoded(url.href)].some((written) => hidden(written) !== written)
  return isSecret || url.href.length > MAX_LENGTHS.url ? undefined : url.href
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url.replaceAll('+', ' '))
  } catch {
    return url
  }
}
