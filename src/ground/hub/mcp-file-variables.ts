import { variableOf, type Environment } from '#ground/base/environment.ts'
import { blockedPortProblem } from '#ground/base/network/blocked-port.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { McpReach } from './mcp-file-schema.ts'

export interface FilledReach {
  reach: McpReach
  /** Values of variables, `env` and `headers`. The server's results, problems and logs must not show these values. */
  secrets: readonly string[]
}

const REFERENCE = /\$\{([^}]*)\}/g
const KNOWN = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s

/** An empty variable counts as undefined. */
export function fillVariables(reach: McpReach, environment: Environment): Result<FilledReach, string> {
  const secrets = new Set<string>()
  const wrong = new Set<string>()
  const fill = (text: string): string =>
    text.replace(REFERENCE, (whole, inner: string) => {
      const [, name, fallback] = KNOWN.exec(inner) ?? []
      if (name === undefined) {
        wrong.add(`“${whole}” is not understood, expected \${NAME} or \${NAME:-default}`)
        return whole
      }
      const value = variableOf(environment, name) || undefined
      if (value !== undefined) secrets.add(value)
      else if (fallback === undefined) wrong.add(`${name} is not set; add it to .env`)
      return value ?? fallback ?? ''
    })
  const fillAll = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, secret(fill(text))]))
  const secret = (text: string) => {
    secrets.add(text)
    const [, token] = /^\S+\s+(\S+)$/.exec(text) ?? [] // also masks the token of `Bearer …`
    if (token) secrets.add(token)
    return text
  }

  const filled: McpReach =
    reach.type === 'http'
      ? { ...reach, url: fill(reach.url), headers: fillAll(reach.headers) }
      : {
          ...reach,
          command: fill(reach.command),
          args: reach.args.map(fill),
          env: fillAll(reach.env),
          cwd: reach.cwd && fill(reach.cwd),
        }
  if (wrong.size > 0) return refused([...wrong].join('; '))
  if (filled.type === 'http' && !isWebAddress(filled.url))
    return refused('`url` must be an address that starts with http:// or https://')
  const blocked = filled.type === 'http' ? blockedPortProblem(filled.url) : null
  if (blocked) return refused(`can’t be reached: ${blocked}`)
  if (filled.type === 'http' && !areHeaders(filled.headers))
    return refused('`headers` has a name or value that is not allowed in headers')
  return accepted({ reach: filled, secrets: [...secrets] })
}

const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return url?.protocol === 'http:' || url?.protocol === 'https:'
}

const areHeaders = (headers: Record<string, string>): boolean => {
  try {
    return Boolean(new Headers(headers))
  } catch {
    return false
  }
}
