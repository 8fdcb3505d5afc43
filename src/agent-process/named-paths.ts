import type { ToolCallUpdate } from '@agentclientprotocol/sdk'

export interface NamedPaths {
  paths: ReadonlySet<string>
  isCommand: boolean
  isCut: boolean
}

export const NO_NAMED_PATHS: NamedPaths = { paths: new Set(), isCommand: false, isCut: false }

/** Inputs have no common format, so strings that look like paths count as paths. */
export function addNamed(
  before: NamedPaths,
  { locations, content, rawInput }: Pick<ToolCallUpdate, 'locations' | 'content' | 'rawInput'>,
): NamedPaths {
  const paths = new Set(before.paths)
  let { isCommand, isCut } = before
  let left = MAX_VALUES
  const collectPaths = (value: unknown, key: string, depth: number): void => {
    if (--left < 0 || depth > MAX_DEPTH) isCut = true
    else if (typeof value === 'string') {
      if (isPath(value, key)) paths.add(value)
    } else if (Array.isArray(value)) value.forEach((item) => collectPaths(item, key, depth + 1))
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) {
        if (COMMAND_KEY.test(name)) isCommand = true
        if (looksLikePath(name)) paths.add(name)
        if (!TEXT_KEY.test(name)) collectPaths(inner, wordsOf(name), depth + 1)
      }
  }
  for (const { path } of locations ?? []) paths.add(path)
  for (const part of content ?? []) if (part.type === 'diff') paths.add(part.path)
  collectPaths(typeof rawInput === 'string' ? parsed(rawInput) : rawInput, '', 0)
  return { paths, isCommand, isCut: isCut || paths.size > MAX_PATHS }
}

const MAX_VALUES = 2000
const MAX_PATHS = 200
const MAX_DEPTH = 12
const MAX_PATH_LENGTH = 4096

const COMMAND_KEY = /^(?:command|commands|command_?line|cmd|argv|script|shell)$/i

const TEXT_KEY =
  /^(?:contents?|text|(?:old|new)_?(?:string|str|text)|description|message|explanation|prompt)$/i

/** Matches the last word of a key: `filePath`, `target_file`, `cwd`. */
const PATH_KEY =
  /(?:^|_)(?:\w*path|\w*file|\w*folder|\w*dir|directory|\w*cwd|root|uri|location|source|src|destination|dest|target|filename|file_name)s?$/

const wordsOf = (key: string): string => key.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase()

const isPath = (value: string, key: string): boolean =>
  (PATH_KEY.test(key) && !ADDRESS.test(value)) || looksLikePath(value)

const ADDRESS = /^https?:\/\//i

const looksLikePath = (value: string): boolean =>
  value.length <= MAX_PATH_LENGTH &&
  !ADDRESS.test(value) &&
  !value.includes('\n') &&
  (/^(?:[/~$]|\.{1,2}(?:\/|$)|\.\w|file:)/i.test(value) || /^\S*\/\S*$/.test(value) || leavesFolder(value))

export const leavesFolder = (path: string): boolean => /(?:^|[/\\{,])\.\.(?:[/\\},]|$)/.test(path)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
