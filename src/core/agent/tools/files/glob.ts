export type PathMatch = (path: string) => boolean

const MAX_GLOB = 200

/**
 * `*` and `?` match within a name, `**` spans folders, `{a,b}` matches `a` or `b`, `[abc]` matches one of the
 * letters. A pattern without `/` matches names in any folder. Takes linear time.
 * @throws Error if the pattern is malformed.
 */
export async function pathMatch(glob: string): Promise<PathMatch> {
  if (glob.length > MAX_GLOB) throw new Error(`The pattern is too long (at most ${MAX_GLOB} characters).`)
  const { RE2JS } = await import('re2js')
  const composed = glob.normalize('NFC')
  const whole = composed.includes('/') ? composed.replace(/^\.?\//, '') : `**/${composed}`
  try {
    const pattern = RE2JS.compile(`^${expression(whole)}$`)
    return (path) => pattern.test(path.normalize('NFC'))
  } catch (error) {
    throw new Error(`“${glob}” is not a pattern of paths, such as *.md or files/**/*.csv.`, { cause: error })
  }
}

const TOKEN = /\*\*\/|\*\*|\*|\?|\{[^{}]*\}|\[[^\]/]+\]|[^]/g

const expression = (glob: string): string => glob.replace(TOKEN, (token) => part(token))

const part = (token: string): string => {
  if (token === '**/') return '(?:.*/)?'
  if (token === '**') return '.*'
  if (token === '*') return '[^/]*'
  if (token === '?') return '[^/]'
  if (token.length > 1 && token.startsWith('{'))
    return `(?:${token.slice(1, -1).split(',').map(expression).join('|')})`
  if (token.length > 1)
    return `[${token
      .slice(1, -1)
      .replace(/^!/, '^')
      .replace(/[[\]\\&~]/g, '\\$&')}]`
  return token.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
