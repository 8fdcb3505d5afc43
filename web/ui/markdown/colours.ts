import { useEffect, useState } from 'react'
import type { ColouredLine } from './coloured-line.ts'

const MAX_CODE_LENGTH = 40_000
const MAX_CACHED_BLOCKS = 200
const coloured = new Map<string, readonly ColouredLine[]>()

export function useColours(code: string, language: string, settled: boolean): readonly ColouredLine[] | null {
  const key = `${language}\n${code}`
  const [, show] = useState('')
  const known = coloured.get(key)
  const wanted = settled && !known && language !== '' && code.length <= MAX_CODE_LENGTH
  useEffect(() => {
    if (!wanted) return
    let current = true
    colour(code, language)
      .then((lines) => {
        if (!lines) return
        if (coloured.size >= MAX_CACHED_BLOCKS) coloured.delete(coloured.keys().next().value!)
        coloured.set(key, lines)
        if (current) show(key)
      })
      .catch(() => undefined) // ignored: code stays readable without colours
    return () => {
      current = false
    }
  }, [wanted, key, code, language])
  return known ?? null
}

async function colour(code: string, language: string): Promise<readonly ColouredLine[] | null> {
  const { colourCode } = await import('./highlighter.ts')
  return colourCode(code, language)
}
