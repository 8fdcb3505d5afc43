import { accepted, refused, type Result } from '#ground/base/result.ts'

export type Area = 'files' | 'chat'

export interface AreaPath {
  area: Area
  /** Empty for the folder itself. Hidden names and dot segments are refused. */
  segments: string[]
}

const MAX_PATH = 1024

/** Symbolic links are checked when the path is opened. */
export function parsePath(path: string): Result<AreaPath, string> {
  const parsed = namesIn(path, 'paths start with files/ or chat/')
  if (!parsed.ok) return parsed
  const [first, ...rest] = parsed.value
  return accepted(
    first === 'files' || first === 'chat'
      ? { area: first, segments: rest }
      : { area: 'files', segments: parsed.value },
  )
}

/** The names of a relative path. `beginning` explains how paths begin. */
export function namesIn(path: string, beginning: string): Result<string[], string> {
  const refusal = (why: string) => refused(`“${path.slice(0, 200)}” ${why}`)
  if (path.length > MAX_PATH) return refusal('… is too long for a path')
  if (path.includes('\0')) return refusal('contains a NUL character')
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return refusal(`is absolute; ${beginning}`)
  if (path.includes('\\')) return refusal('contains a backslash; use /')
  const names = path.split('/').filter((name) => name !== '' && name !== '.')
  if (names.includes('..')) return refusal('is outside the folder; “..” is not allowed')
  if (names.some((name) => name.startsWith('.')))
    return refusal('is hidden; files starting with “.” are not shown')
  return accepted(names)
}

export const shownPath = ({ area, segments }: AreaPath): string => [area, ...segments].join('/')
